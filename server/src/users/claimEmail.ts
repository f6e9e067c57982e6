/** An e-mail address goes to its prover, away from the account that never proved it (docs/rules.md#proven-contacts). */
import type * as calls from '@bittkosh/contract/verification'
import type { Settings } from '@bittkosh/contract/settings'
import { recordWithoutAdmin } from '../audit/actions.ts'
import { credentialsChanged, holderOf, loseEmail, useClaim } from '../auth/actions.ts'
import { takeBackBonus } from '../flexible/actions.ts'
import type { RefusedBy } from '../ledger/post.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Answer, Call, TxOf } from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import { hashToken } from '../platform/identity/sessions.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { hasOpenTransfer } from '../transfers/actions.ts'
import { closeUser } from './closing.ts'
import { hasOwnStake, lockUser } from './queries.ts'

export async function claimEmail(
  { body, at, settings }: Call<typeof calls.claimEmail>,
  tx: TxOf<typeof calls.claimEmail>,
  everywhere: readonly PersonalTable[],
): Promise<Answer<typeof calls.claimEmail>> {
  const email = await useClaim(tx, hashToken(body.token), at)
  if (email === undefined) return refuse(tx, 'claim_link_dead')
  const found = await holderOf(tx, email)
  if (found) await lockUser(tx, found.id)
  const holder = await holderOf(tx, email) // its current state, now that nobody else can prove or change the address
  if (holder?.isProven) return refuse(tx, 'claim_link_dead')
  if (holder) await giveUp(tx, at, { user: holder.id, email, settings, everywhere })
  return { email }
}

/** The account loses the address; if it has nothing of its own, it is closed. */
async function giveUp(
  tx: Tx<RefusedBy>,
  at: Date,
  {
    user,
    email,
    settings,
    everywhere,
  }: { user: number; email: string; settings: Settings; everywhere: readonly PersonalTable[] },
): Promise<void> {
  if ((await hasOwnStake(tx, user)) || (await hasOpenTransfer(tx, user, at))) {
    await loseEmail(tx, at, user)
    return credentialsChanged(tx, at, { user, isProven: false })
  }
  await takeBackBonus(tx, at, { user, settings })
  const { done } = await closeUser(tx, at, { user, claimed: email, everywhere })
  recordWithoutAdmin(tx, { at, address: null }, { action: `user ${done}`, subject: 'user', subjectId: user })
}
