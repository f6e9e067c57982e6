import * as calls from '@bittkosh/contract/portfolio'
import { addDays, addMonths, dayOf, monthOf } from '@bittkosh/contract/time'
import { investmentsOf } from '../investments/actions.ts'
import { balancesOf } from '../ledger/balances.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route } from '../platform/http/http.ts'
import { payoutsUntil, walletMonths, worthByDay } from './queries.ts'

const CARDS_MAX = 100 // the totals count all of them; each plan's own page lists the rest

export const routes: Route[] = [
  read(calls.getPortfolio, getPortfolio),
  read(calls.getPortfolioHistory, getPortfolioHistory),
  read(calls.getPortfolioPayouts, getPortfolioPayouts),
  read(calls.getWalletMonths, getWalletMonths),
]

export async function getPortfolio(
  { user, at, language }: Call<typeof calls.getPortfolio>,
  db: Db,
): Promise<Answer<typeof calls.getPortfolio>> {
  const [{ wallet }, { totals, soonest }] = await Promise.all([
    balancesOf(db, user.id),
    investmentsOf(db, { user: user.id, at, language, limit: CARDS_MAX }),
  ])
  return {
    summary: {
      wallet_balance: wallet,
      total_invested: totals.total_invested,
      total_current_value: totals.total_current_value,
      total_historical_profit: totals.total_historical_profit,
      daily_profit: totals.daily_profit,
    },
    investments: soonest,
    ...(totals.unclaimed > soonest.length && { others: totals.unclaimed - soonest.length }),
  }
}

export async function getPortfolioHistory(
  { user, query, at }: Call<typeof calls.getPortfolioHistory>,
  db: Db,
): Promise<Answer<typeof calls.getPortfolioHistory>> {
  const today = dayOf(at)
  const [data, { held }] = await Promise.all([
    worthByDay(db, { user: user.id, from: addDays(today, 1 - query.days), today }),
    balancesOf(db, user.id),
  ])
  return { data, held }
}

export async function getPortfolioPayouts(
  { user, query, at, language }: Call<typeof calls.getPortfolioPayouts>,
  db: Db,
): Promise<Answer<typeof calls.getPortfolioPayouts>> {
  const today = dayOf(at)
  return { data: await payoutsUntil(db, { user: user.id, until: addDays(today, query.days), language }), today }
}

export async function getWalletMonths(
  { user, query, at }: Call<typeof calls.getWalletMonths>,
  db: Db,
): Promise<Answer<typeof calls.getWalletMonths>> {
  const today = dayOf(at)
  const from = addMonths(monthOf(today), 1 - query.months)
  return { data: await walletMonths(db, { user: user.id, from, today }) }
}
