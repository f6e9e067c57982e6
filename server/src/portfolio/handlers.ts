import * as calls from '@bittkosh/contract/portfolio'
import { investmentsOf } from '../investments/actions.ts'
import { balancesOf } from '../ledger/balances.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route } from '../platform/http/http.ts'

const CARDS_MAX = 100 // the totals count all of them; each plan's own page lists the rest

export const routes: Route[] = [read(calls.getPortfolio, getPortfolio)]

export async function getPortfolio(
  { user, at, services }: Call<typeof calls.getPortfolio>,
  db: Db,
): Promise<Answer<typeof calls.getPortfolio>> {
  const { publicUrl } = services.config
  const [{ wallet }, { totals, newest }] = await Promise.all([
    balancesOf(db, user.id),
    investmentsOf(db, { user: user.id, at, publicUrl, limit: CARDS_MAX, unclaimedOnly: true }),
  ])
  return {
    summary: {
      wallet_balance: wallet,
      total_invested: totals.total_invested,
      total_current_value: totals.total_current_value,
      total_historical_profit: totals.total_historical_profit,
      daily_profit: totals.daily_profit,
    },
    investments: newest,
  }
}
