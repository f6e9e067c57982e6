import { expect, test } from 'vitest'
import type { Tx } from '../platform/database/database.ts'
import { withdrawalRules } from '../withdrawals/deciding.ts'
import { type Acting, actOn, type RequestRules } from './deciding.ts'

type OfSequence = 'not_found' | 'already_decided' | 'changed_meanwhile'
type OfLedger = 'insufficient_balance' | 'already_moved' | 'balance_limit' | 'date_doubted'
type OfRule =
  | 'transaction_id_required'
  | 'rejection_note_required'
  | 'reference_unreadable'
  | 'claimed_by_other'
  | 'owner_kyc_missing'
  | 'requester_frozen'
declare const acting: Acting & { key: number }

// Never run; `npm run check` type-checks it. If a line below `@ts-expect-error` has no error, the check fails.
async function cancel(
  tx: Tx<OfSequence | OfLedger | 'being_paid'>,
  withoutLedger: Tx<OfSequence | 'being_paid'>,
  withoutSequence: Tx<OfLedger | 'being_paid'>,
): Promise<void> {
  const act = { ...acting, act: 'cancel', typed: undefined } as const
  await actOn(tx, withdrawalRules, act)
  // @ts-expect-error: it moves money
  await actOn(withoutLedger, withdrawalRules, act)
  // @ts-expect-error: somebody may have decided before
  await actOn(withoutSequence, withdrawalRules, act)
}

async function approve(
  tx: Tx<OfSequence | OfLedger | OfRule | 'own_request'>,
  withoutRule: Tx<OfSequence | OfLedger | 'own_request'>,
  asOwner: Tx<OfSequence | OfLedger | OfRule>,
): Promise<void> {
  const act = { ...acting, act: 'approve', typed: { status: 'approved' } } as const
  await actOn(tx, withdrawalRules, act)
  // @ts-expect-error: the room's own rule refuses more
  await actOn(withoutRule, withdrawalRules, act)
  // @ts-expect-error: an admin may have asked for it
  await actOn(asOwner, withdrawalRules, act)
}

type Silent = { typed: undefined; refuses: never }
function moveMoney(
  rules: RequestRules<'kyc', never, number, { approve: Silent; reject: Silent; revoke: Silent }>,
): void {
  // @ts-expect-error: an act that moves money says that the ledger may refuse it
  rules.acts.approve.movements = () => []
}

test('a call that does not list the refusals of an act does not compile', () => {
  expect([cancel, approve, moveMoney]).toHaveLength(3)
})
