import type { Settings } from '@bittkosh/contract/settings'
import { negate } from '@bittkosh/contract/money'
import { emptyEarn } from '../flexible/actions.ts'
import { eraseKyc } from '../kyc/actions.ts'
import { balanceAdjusted } from '../ledger/movements.ts'
import { post, type RefusedBy } from '../ledger/post.ts'
import type { Tx } from '../platform/database/database.ts'
import { eraseNotes } from '../notes/actions.ts'
import { endSessions } from '../platform/identity/sessions.ts'
import { erasePayees } from '../withdrawals/actions.ts'
import { closeAccount, insertAdjustment, removeUnused } from './queries.ts'

/** Closes an account that holds nothing, or removes it where no record speaks of it. Its row is locked. */
export async function closeUser(tx: Tx, at: Date, user: number): Promise<'removed' | 'closed'> {
  await endSessions(tx, user)
  await eraseNotes(tx, user)
  if (await removeUnused(tx, user)) return 'removed'
  await eraseKyc(tx, user)
  await erasePayees(tx, user)
  await closeAccount(tx, user, at)
  return 'closed'
}

/** Takes back all that an account without own money holds: its welcome bonus and the interest on it. */
export async function takeBackBonus(
  tx: Tx<RefusedBy>,
  at: Date,
  { user, settings }: { user: number; settings: Settings },
): Promise<void> {
  const amount = await emptyEarn(tx, at, { user, settings })
  if (amount === 0n) return
  const change = negate(amount)
  const id = await insertAdjustment(tx, { user, change, reason: 'Welcome bonus taken back', admin: null, at })
  await post(tx, at, balanceAdjusted({ id, user, change }))
}
