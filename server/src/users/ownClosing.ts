/** An account's end at its owner's request: asked for, taken back, and carried out (docs/rules.md#closing-and-keeping). */
import type { askToClose as askToCloseCall, keepAccount as keepAccountCall } from '@bittkosh/contract/profile'
import { closingDay } from '@bittkosh/contract/profile'
import { add, subtract } from '@bittkosh/contract/money'
import type { Settings } from '@bittkosh/contract/settings'
import { recordWithoutAdmin } from '../audit/actions.ts'
import { type Account, lockUnchanged, ownerOf, requireCurrentPassword, setClosing } from '../auth/actions.ts'
import { lockedBonus, takeBackBonus } from '../flexible/actions.ts'
import { balancesOf } from '../ledger/balances.ts'
import type { RefusedBy } from '../ledger/post.ts'
import { mail } from '../mails/actions.ts'
import { notify } from '../notifications/actions.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Answer, Call, DbOf, TxOf } from '../platform/http/http.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { hasOpenTransfer } from '../transfers/actions.ts'
import { closeUser } from './closing.ts'
import { lockUser, openBusiness, type UserRecord } from './queries.ts'
import { judgeClosing } from './rules.ts'

export async function prepareAskToClose(
  { user, services, at, body }: Call<typeof askToCloseCall>,
  db: DbOf<typeof askToCloseCall>,
): Promise<Account> {
  const current = { user, password: body.current_password, field: 'current_password' }
  return requireCurrentPassword(db, { ...current, services, at })
}

export async function askToClose(
  { user: { id }, at, services }: Call<typeof askToCloseCall>,
  tx: TxOf<typeof askToCloseCall>,
  account: Account,
): Promise<Answer<typeof askToCloseCall>> {
  if (!(await lockUnchanged(tx, account))) refuse(tx, 'changed_meanwhile')
  const user = (await lockUser(tx, id)) ?? refuse(tx, 'unauthorized')
  if (user.closing_asked_at) return { closes_on: closingDay(user.closing_asked_at) }
  accept(tx, judgeClosing(await gatherClosing(tx, user, at)))
  await setClosing(tx, id, at)
  const [to, day] = [await ownerOf(tx, id), closingDay(at)]
  const link = `${services.config.publicUrl}/profile`
  await mail(tx, at, { to, kind: 'closing_asked', values: { name: to.name, day, link } })
  return { closes_on: day }
}

export async function keepAccount(
  { user }: Call<typeof keepAccountCall>,
  tx: TxOf<typeof keepAccountCall>,
): Promise<Answer<typeof keepAccountCall>> {
  await setClosing(tx, user.id, null)
}

/**
 * Closes an account whose owner asked for it before a moment. If it holds something by now, it stays open, the request
 * lapses, and the owner is told; nothing happens if they took the request back meanwhile, even if they asked again.
 */
export async function closeAtRequest(
  tx: Tx<RefusedBy>,
  at: Date,
  {
    user,
    askedBefore,
    settings,
    everywhere,
  }: { user: number; askedBefore: Date; settings: Settings; everywhere: readonly PersonalTable[] },
): Promise<void> {
  const found = await lockUser(tx, user)
  if (!found?.closing_asked_at || found.closing_asked_at >= askedBefore) return
  const judged = judgeClosing(await gatherClosing(tx, found, at))
  if ('refused' in judged) {
    if (judged.refused.code !== 'money_frozen') await lapse(tx, at, { user, code: judged.refused.code })
    return
  }
  await takeBackBonus(tx, at, { user, settings })
  if ((await openBusiness(tx, user)).holdsMoney) throw new Error(`user ${user} earned something while being closed`)
  const { done } = await closeUser(tx, at, { user, everywhere })
  recordWithoutAdmin(
    tx,
    { at, address: null },
    { action: `user ${done}`, subject: 'user', subjectId: user, before: { closing_asked_at: found.closing_asked_at } },
  )
}

/** Ends a request that could not be carried out on its day. */
async function lapse(
  tx: Tx,
  at: Date,
  { user, code }: { user: number; code: 'account_holds_money' | 'account_has_requests' },
): Promise<void> {
  const because = code === 'account_holds_money' ? 'money' : 'requests'
  await setClosing(tx, user, null)
  const to = await ownerOf(tx, user)
  await notify(tx, at, { user, kind: 'closing_lapsed', values: { because } })
  await mail(tx, at, { to, kind: 'closing_lapsed', values: { name: to.name, because } })
}

async function gatherClosing(
  tx: Tx,
  { id, frozen_at }: UserRecord,
  at: Date,
): Promise<Parameters<typeof judgeClosing>[0]> {
  const { wallet, flexible, invested, held } = await balancesOf(tx, id)
  const { pendingRequests } = await openBusiness(tx, id)
  return {
    isFrozen: frozen_at !== null,
    ownMoney: subtract(add(wallet, flexible, invested, held), await lockedBonus(tx, id, at)),
    hasOpen: pendingRequests || (await hasOpenTransfer(tx, id, at)),
  }
}
