import * as calls from '@bittkosh/contract/investments'
import type { Investment } from '@bittkosh/contract/investments'
import { planBought, planClaimed } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { notices } from '../notifications/actions.ts'
import { holdPlans } from '../plans/actions.ts'
import { pageByKey, readMomentCursor } from '../platform/http/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, write, writeTogether, type TxOf } from '../platform/http/http.ts'
import { type Finished, finished } from '../platform/http/once.ts'
import { accept, refuse, refusing } from '../platform/http/refuse.ts'
import type { Judged } from '../platform/http/together.ts'
import { oweProfitShare } from '../referrals/actions.ts'
import { serialize } from './serialize.ts'
import {
  gatherPurchases,
  investmentsMade,
  investmentsPage,
  lockInvestment,
  markedClaimed,
  type NewlyBought,
} from './queries.ts'
import { judgeClaim, judgePurchase, noticeOf } from './rules.ts'

const PAGE_SIZE = 50

export const routes: Route[] = [
  read(calls.listInvestments, listInvestments),
  writeTogether(calls.invest, invest),
  write(calls.claimInvestment, claimInvestment),
]

export async function listInvestments(
  { query, user, at, language }: Call<typeof calls.listInvestments>,
  db: Db,
): Promise<Answer<typeof calls.listInvestments>> {
  const before = readMomentCursor(query.cursor)
  const rows = await investmentsPage(db, {
    user: user.id,
    symbol: query.symbol,
    claimedOnly: query.claimed !== undefined,
    before,
    limit: PAGE_SIZE + 1,
  })
  const { page, next_cursor } = pageByKey(rows, { size: PAGE_SIZE, key: (row) => [row.bought_at, row.id] })
  return { data: page.map((row) => serialize(row, at, language)), next_cursor }
}

/** One or several users' purchases. */
export async function invest(
  asked: readonly Call<typeof calls.invest>[],
  tx: TxOf<typeof calls.invest>,
  at: Date,
): Promise<Judged<Investment, NewlyBought>> {
  const purchases = asked.map(({ user, body }) => ({ user: user.id, plan: body.cryptocurrency_id }))
  const plans = await holdPlans(
    tx,
    purchases.map(({ plan }) => plan),
  )
  const facts = await gatherPurchases(tx, purchases)
  const judge = ({ body, user, language }: Call<typeof calls.invest>) => {
    const { cryptocurrency_id: id, amount, profit, investment_duration_days: days, matures_on: maturesOn } = body
    const found = facts.get(user.id)
    if (!found) throw new Error(`nothing was gathered for user ${user.id}`)
    const { wallet, holdsOne, ...record } = found
    const shown = { profit, days, maturesOn }
    const decision = judgePurchase({ user: user.id, plan: plans.get(id), amount, at, shown })
    if ('refused' in decision) return { otherwise: async () => refuse(tx, decision.refused) }
    const bought = { ...decision.bought, ...record }
    if (holdsOne && bought.is_only)
      return { otherwise: async () => refuse(tx, { code: 'already_invested', field: 'cryptocurrency_id' }) }
    const row = { ...bought, claimed_at: null, icon_url: decision.plan.icon_url }
    const done = { reply: serialize(row, at, language), completed: bought }
    return amount <= wallet ? done : { otherwise: async () => done } // so that the ledger refuses
  }
  return {
    each: asked.map(judge),
    write(bought, others) {
      const movements = bought.map(({ id, user_id: user, amount }) => planBought({ id, user, amount }))
      const posting = post(tx, at, movements, { alongside: [investmentsMade(bought), ...others] })
      return refusing(tx, { already_invested: 'cryptocurrency_id' }, posting)
    },
  }
}

export async function claimInvestment(
  { params, user, at, language, settings }: Call<typeof calls.claimInvestment>,
  tx: TxOf<typeof calls.claimInvestment>,
): Promise<Finished<Answer<typeof calls.claimInvestment>>> {
  const row = (await lockInvestment(tx, { id: params.id, user: user.id })) ?? refuse(tx, 'not_found')
  accept(tx, judgeClaim({ maturesOn: row.matures_on, maturesAt: row.matures_at, claimedAt: row.claimed_at, at }))
  const share = await oweProfitShare(tx, at, {
    settings,
    user: user.id,
    profit: row.profit,
    source: { subject: 'investment', subjectId: row.id },
  })
  const claimed = [markedClaimed(at, row.id), notices(at, [{ user: user.id, ...noticeOf('plan_claimed', row) }])]
  const movement = planClaimed({ id: row.id, user: user.id, amount: row.amount, profit: row.profit })
  return finished(serialize({ ...row, claimed_at: at }, at, language), (key) =>
    post(tx, at, [movement, ...share], { alongside: [...claimed, ...key] }),
  )
}
