import { countUnseen } from '../alerts/actions.ts'
import { add, negate, type Paise, partOf, subtract, ZERO } from '@bittkosh/contract/money'
import { isPermitted } from '@bittkosh/contract/permissions'
import * as calls from '@bittkosh/contract/statistics'
import {
  type LineSource,
  owedAccounts,
  type PlatformAccountName,
  platformAccounts,
  platformGroups,
  RANGE_MAX_DAYS,
} from '@bittkosh/contract/statistics'
import { addDays, addMonths, dayOf, daysBetween, FIRST_DAY, startOfDay } from '@bittkosh/contract/time'
import { comingInUndone } from '../ledger/kinds.ts'
import { type LedgerTotal, ledgerTotals } from '../ledger/totals.ts'
import { pageByKey, readLineCursor, readMomentCursor } from '../platform/http/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, type DbOf } from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import {
  countUsers,
  decidedByDay,
  dueBefore,
  investmentsDue,
  linesOfPlatform,
  linesOfUsers,
  pendingTotals,
  queues,
  registrationsByDay,
} from './queries.ts'

const LADDER_DAYS = [7, 30, 90]
const DEFAULT_RANGE_DAYS = 30
const PAGE_SIZE = 50

type Account = LedgerTotal['account']

export const routes: Route[] = [
  read(calls.userStatistics, userStatistics),
  read(calls.monthlyTotals, monthlyTotals),
  read(calls.dailyRegistrations, dailyRegistrations),
  read(calls.waiting, waiting),
  read(calls.coverage, coverage),
  read(calls.coverageLines, coverageLines),
  read(calls.dueInvestments, dueInvestments),
]

export async function userStatistics(
  _call: Call<typeof calls.userStatistics>,
  db: Db,
): Promise<Answer<typeof calls.userStatistics>> {
  const { total, active } = await countUsers(db)
  return {
    user_statistics: {
      total_users: total,
      active_users: active,
      inactive_users: total - active,
      active_percentage: total === 0 ? 0 : oneDecimal((active * 100) / total),
    },
  }
}

export async function monthlyTotals(
  { query, at }: Call<typeof calls.monthlyTotals>,
  db: DbOf<typeof calls.monthlyTotals>,
): Promise<Answer<typeof calls.monthlyTotals>> {
  const { start, end, days } = query.start || query.end ? rangeOf(query, at) : wholeMonth(query, at)
  const [decided, pending] = await Promise.all([
    decidedByDay(db, start, end),
    pendingTotals(db, startOfDay(start), startOfDay(addDays(end, 1))),
  ])
  const daily = daysFrom(start, days).map((date) => {
    const totals = decided.get(date)
    return {
      date,
      deposits: { total_amount: totals?.deposits ?? ZERO, count: totals?.depositCount ?? 0 },
      withdrawals: { total_amount: totals?.withdrawals ?? ZERO, count: totals?.withdrawalCount ?? 0 },
      returned: { total_amount: totals?.returned ?? ZERO, count: totals?.returnedCount ?? 0 },
    }
  })
  const deposits = add(...daily.map((one) => one.deposits.total_amount))
  const withdrawals = add(...daily.map((one) => one.withdrawals.total_amount))
  const returned = add(...daily.map((one) => one.returned.total_amount))
  return {
    monthly_totals: {
      year: Number(end.slice(0, 4)),
      month: Number(end.slice(5, 7)),
      total_deposits: deposits,
      total_withdrawals: withdrawals,
      total_returned_withdrawals: returned,
      total_pending_deposits: pending.deposits,
      total_pending_withdrawals: pending.withdrawals,
      total_net_flow: subtract(add(deposits, returned), withdrawals),
      daily_data: daily,
    },
  }
}

export async function dailyRegistrations(
  { query, at }: Call<typeof calls.dailyRegistrations>,
  db: DbOf<typeof calls.dailyRegistrations>,
): Promise<Answer<typeof calls.dailyRegistrations>> {
  const { start, end, days } = rangeOf(query, at)
  const [registrations, decided] = await Promise.all([registrationsByDay(db, start, end), decidedByDay(db, start, end)])
  const daily = daysFrom(start, days).map((date) => ({
    date,
    new_users: registrations.get(date) ?? 0,
    deposits: decided.get(date)?.deposits ?? ZERO,
  }))
  const newUsers = daily.reduce((sum, one) => sum + one.new_users, 0)
  const deposits = add(...daily.map((one) => one.deposits))
  return {
    totals: {
      total_new_users: newUsers,
      average_daily_users: oneDecimal(newUsers / days),
      total_deposits: deposits,
      total_deposit_count: [...decided.values()].reduce((sum, one) => sum + one.depositCount, 0),
      average_daily_deposits: partOf(deposits, BigInt(days)),
    },
    date_range: { start, end },
    daily_data: daily,
  }
}

type Days = { start: string; end: string; days: number }

function wholeMonth(query: { year?: number | undefined; month?: number | undefined }, at: Date): Days {
  const today = dayOf(at)
  const year = query.year ?? Number(today.slice(0, 4))
  const month = query.month ?? Number(today.slice(5, 7))
  const start = `${year}-${String(month).padStart(2, '0')}-01`
  const days = daysBetween(start, addMonths(start, 1))
  return { start, end: addDays(start, days - 1), days }
}

function rangeOf(query: { start?: string | undefined; end?: string | undefined }, at: Date): Days {
  const end = query.end ?? dayOf(at)
  const daysBefore = addDays(end, 1 - DEFAULT_RANGE_DAYS)
  const start = query.start ?? (daysBefore < FIRST_DAY ? FIRST_DAY : daysBefore)
  const days = daysBetween(start, end) + 1
  if (days < 1) return refuse({ code: 'malformed', complaints: { end: { code: 'end_before_start' } } })
  if (days > RANGE_MAX_DAYS) return refuse({ code: 'malformed', complaints: { start: { code: 'range_too_long' } } })
  return { start, end, days }
}

export async function waiting({ user }: Call<typeof calls.waiting>, db: Db): Promise<Answer<typeof calls.waiting>> {
  const [{ deposits, withdrawals, kyc }, alerts] = await Promise.all([queues(db), countUnseen(db, user)])
  return {
    alerts,
    ...(isPermitted(user.roles, 'records.read') ? { deposits, withdrawals } : {}),
    ...(isPermitted(user.roles, 'kyc.read') ? { kyc } : {}),
  }
}

export async function coverage({ at }: Call<typeof calls.coverage>, db: Db): Promise<Answer<typeof calls.coverage>> {
  const [totals, maturities] = await Promise.all([
    ledgerTotals(db),
    dueBefore(
      db,
      LADDER_DAYS.map((days) => ({ days, until: dueUntil(at, days) })),
    ),
  ])
  const of = (account: Account) => totals.filter((row) => row.account === account)
  const plus = (account: Account) => add(...of(account).map((row) => row.plus))
  const minus = (account: Account) => add(...of(account).map((row) => row.minus))
  // The reversal of a payment reduces the received sum, although its sign is that of a payout.
  const undone = (account: Account) => of(account).filter(({ movement }) => comingInUndone.includes(movement))
  const takenBack = (account: Account) => add(...undone(account).map((row) => row.plus))
  const received = (account: Account) => subtract(minus(account), takenBack(account))
  const paid = (account: Account) => subtract(plus(account), takenBack(account))
  const net = (account: Account) => subtract(plus(account), minus(account))
  const cost = (account: Account) => negate(net(account))
  const cameBack = (account: Account) =>
    add(...of(account).flatMap((row) => (row.movement === 'withdrawal_return' ? [row.minus] : [])))
  return {
    as_of: at,
    owed: withTotal({
      wallet: net('wallet'),
      flexible: net('flexible'),
      invested: net('invested'),
      held: net('held'),
    }),
    maturities,
    // Money that came in is in negative entries of the cash account.
    received: withTotal({ upi: received('cash_upi'), bank: received('cash_bank'), crypto: received('cash_crypto') }),
    paid: withTotal({ upi: paid('cash_upi'), bank: paid('cash_bank'), crypto: paid('cash_crypto') }),
    returned: withTotal({ upi: cameBack('cash_upi'), bank: cameBack('cash_bank'), crypto: cameBack('cash_crypto') }),
    fees: withTotal({ withdrawal: net('fee_withdrawal'), transfer: net('fee_transfer') }),
    costs: withTotal({
      plan_profit: cost('expense_plan_profit'),
      flexible_interest: cost('expense_flexible_interest'),
      package_bonus: cost('expense_package_bonus'),
      welcome_bonus: cost('expense_welcome_bonus'),
      referral: cost('expense_referral'),
      adjustment: cost('expense_adjustment'),
    }),
  }
}

export async function coverageLines(
  { query: { account, side, cursor } }: Call<typeof calls.coverageLines>,
  db: Db,
): Promise<Answer<typeof calls.coverageLines>> {
  const page = { side, before: readLineCursor(cursor), limit: PAGE_SIZE + 1 }
  const owed = account === 'owed' ? owedAccounts : owedAccounts.filter((one) => one === account)
  const rows =
    owed.length > 0
      ? await linesOfUsers(db, { accounts: owed, ...page })
      : await linesOfPlatform(db, { accounts: platformAccountsOf(account), ...page })
  const { page: lines, next_cursor } = pageByKey(rows, {
    size: PAGE_SIZE,
    key: (row) => [String(row.transfer_id), String(row.id)],
  })
  return { data: lines.map(({ transfer_id: _transfer, ...line }) => ({ ...line, id: Number(line.id) })), next_cursor }
}

export async function dueInvestments(
  { query: { days, cursor }, at }: Call<typeof calls.dueInvestments>,
  db: Db,
): Promise<Answer<typeof calls.dueInvestments>> {
  const after = readMomentCursor(cursor)
  const rows = await investmentsDue(db, { until: dueUntil(at, days), after, limit: PAGE_SIZE + 1 })
  const { page, next_cursor } = pageByKey(rows, { size: PAGE_SIZE, key: (row) => [row.matures_at, row.id] })
  return { data: page, next_cursor }
}

/** The end of a step of the maturity ladder: this many business days after today. */
function dueUntil(at: Date, days: number): Date {
  return startOfDay(addDays(dayOf(at), 1 + days))
}

function platformAccountsOf(source: LineSource): readonly PlatformAccountName[] {
  const group = Object.entries(platformGroups).find(([name]) => name === source)
  return group ? group[1] : platformAccounts.filter((account) => account === source)
}

function withTotal<Sums extends Record<string, Paise>>(sums: Sums): Sums & { total: Paise } {
  return { ...sums, total: add(...Object.values(sums)) }
}

function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => addDays(first, n))
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}
