import * as calls from '@bittkosh/contract/investments'
import { planBought, planClaimed } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { notices } from '../notifications/actions.ts'
import { holdPlan } from '../plans/actions.ts'
import { pageByMoment, readMomentCursor } from '../platform/http/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, write, type TxOf } from '../platform/http/http.ts'
import { type Finished, finished } from '../platform/http/once.ts'
import { accept, refuse, refusing } from '../platform/http/refuse.ts'
import { oweProfitShare } from '../referrals/actions.ts'
import { serialize } from './serialize.ts'
import { insertInvestment, investmentsPage, lockInvestment, markedClaimed } from './queries.ts'
import { judgeClaim, judgePurchase, noticeOf } from './rules.ts'

const PAGE_SIZE = 50

export const routes: Route[] = [
  read(calls.listInvestments, listInvestments),
  write(calls.invest, invest),
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
  const { page, next_cursor } = pageByMoment(rows, { size: PAGE_SIZE, at: (row) => row.bought_at })
  return { data: page.map((row) => serialize(row, at, language)), next_cursor }
}

export async function invest(
  { body, user, at, language }: Call<typeof calls.invest>,
  tx: TxOf<typeof calls.invest>,
): Promise<Finished<Answer<typeof calls.invest>>> {
  const held = await holdPlan(tx, body.cryptocurrency_id)
  const { plan, bought } = accept(tx, judgePurchase({ user: user.id, plan: held, amount: body.amount, at }))
  const field = 'cryptocurrency_id'
  const made = await refusing(tx, { already_invested: field }, insertInvestment(tx, bought))
  if (made === null) return refuse(tx, { code: 'already_invested', field })
  const row = { ...bought, ...made, claimed_at: null, icon_url: plan.icon_url }
  return finished(serialize(row, at, language), (beside) =>
    post(tx, at, planBought({ id: made.id, user: user.id, amount: body.amount }), { beside }),
  )
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
    post(tx, at, [movement, ...share], { beside: [...claimed, ...key] }),
  )
}
