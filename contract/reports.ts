/**
 * The reports of the panel. Each is declared once, in `reportShapes`: its columns and its chart. Its reply, table,
 * chart and files follow from that; the server adds the SQL statement, the web the texts (docs/reports.md).
 */
import * as z from 'zod/mini'
import { money } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { fileFormats } from './exports.ts'
import { add, type Paise, ZERO } from './money.ts'
import { day, instant } from './shapes.ts'
import { keysOf } from './tables.ts'

/** The kinds of decision that the report on admins' work counts. */
export const decidedWork = ['deposits', 'withdrawals', 'kyc', 'reversals'] as const
export type DecidedWork = (typeof decidedWork)[number]

/** The kinds of column, as they go over the wire. */
const units = {
  /** The first day of a month in Asia/Kolkata; files show the month only. */
  month: day,
  text: z.string(),
  work: z.enum(decidedWork),
  count: z.int(),
  money,
  /** Null while the period that it is about has not ended. */
  late_money: z.nullable(money),
  /** A percentage with one decimal; also null while the period has not ended, or if it is a share of nobody. */
  share: z.nullable(z.number()),
  seconds: z.int(),
}
export type Unit = keyof typeof units

type Shape = {
  /** Whether it covers a range of months; if not, it shows the present. */
  isByPeriod: boolean
  /** Whether its counts and sums of money are totalled below the table. */
  hasTotal: boolean
  /** In the order of the table. A `rare` column is left out of the table if it is zero in every row. */
  columns: Readonly<Record<string, Unit>>
  rare?: readonly string[]
  /** Up to three series, each the sum of one or more columns, by this column of months. */
  picture: { by: string; series: Readonly<Record<string, readonly string[]>> }
}

export const reportShapes = {
  profit_and_loss: {
    isByPeriod: true,
    hasTotal: true,
    columns: {
      month: 'month',
      result: 'money',
      withdrawal_fees: 'money',
      transfer_fees: 'money',
      plan_profit: 'money',
      earn_interest: 'money',
      package_bonus: 'money',
      welcome_bonus: 'money',
      referral: 'money',
      adjustment: 'money',
      other: 'money',
    },
    rare: ['adjustment', 'other'],
    picture: {
      by: 'month',
      series: {
        income: ['withdrawal_fees', 'transfer_fees'],
        costs: ['plan_profit', 'earn_interest', 'package_bonus', 'welcome_bonus', 'referral', 'adjustment', 'other'],
        result: ['result'],
      },
    },
  },
  exposure: {
    isByPeriod: false,
    hasTotal: true,
    columns: {
      matures: 'month',
      plan: 'text',
      investments: 'count',
      principal: 'money',
      profit: 'money',
      to_pay: 'money',
    },
    picture: { by: 'matures', series: { principal: ['principal'], profit: ['profit'] } },
  },
  inflow: {
    isByPeriod: true,
    hasTotal: true,
    columns: {
      month: 'month',
      deposits: 'count',
      upi: 'money',
      bank: 'money',
      crypto: 'money',
      reversed: 'money',
      inflow: 'money',
    },
    picture: { by: 'month', series: { upi: ['upi'], bank: ['bank'], crypto: ['crypto'] } },
  },
  referral_cost: {
    isByPeriod: true,
    hasTotal: true,
    columns: { month: 'month', invited: 'count', rewards: 'money', shares: 'money', cost: 'money' },
    picture: { by: 'month', series: { rewards: ['rewards'], shares: ['shares'] } },
  },
  throughput: {
    isByPeriod: true,
    hasTotal: false,
    columns: {
      month: 'month',
      admin: 'text',
      work: 'work',
      decisions: 'count',
      median_seconds: 'seconds',
      p90_seconds: 'seconds',
    },
    picture: { by: 'month', series: { decisions: ['decisions'] } },
  },
  cohorts: {
    isByPeriod: true,
    hasTotal: false,
    columns: {
      month: 'month',
      registered: 'count',
      share_0: 'share',
      share_1: 'share',
      share_3: 'share',
      share_6: 'share',
      share_12: 'share',
      money_0: 'late_money',
      money_3: 'late_money',
      money_12: 'late_money',
    },
    picture: { by: 'month', series: { share_0: ['share_0'], share_3: ['share_3'], share_12: ['share_12'] } },
  },
} as const satisfies Record<string, Shape>

export type ReportName = keyof typeof reportShapes
export const reportNames = keysOf(reportShapes)

/** How many months after their month of registration people are counted again. */
export const cohortSteps = [0, 1, 3, 6, 12] as const

export type ColumnOf<R extends ReportName> = keyof (typeof reportShapes)[R]['columns'] & string
type Columns<R extends ReportName> = (typeof reportShapes)[R]['columns']
type RowShape<R extends ReportName> = {
  [C in keyof Columns<R>]: Columns<R>[C] extends Unit ? (typeof units)[Columns<R>[C]] : never
}
export type ReportRow<R extends ReportName> = z.output<z.ZodMiniObject<RowShape<R>>>
/** A cell's value in the program. */
export type ReportCell = z.output<(typeof units)[Unit]>
export type AnyRow = Readonly<Record<string, ReportCell>>

/** The shape of any report, for code that shows or writes it without knowing which it is. */
export function shapeOf(report: ReportName): Shape {
  return reportShapes[report]
}

/** The totals below the table; null for columns without a total. */
export function totalsOf(report: ReportName, rows: readonly AnyRow[]): Record<string, ReportCell> | null {
  const { columns, hasTotal } = shapeOf(report)
  if (!hasTotal || rows.length === 0) return null
  return Object.fromEntries(
    Object.entries(columns).map(([column, unit]) => [
      column,
      sumOf(
        unit,
        rows.map((row) => row[column] ?? null),
      ),
    ]),
  )
}

function sumOf(unit: Unit, cells: readonly ReportCell[]): ReportCell {
  if (unit === 'money') return add(...cells.filter(isMoney))
  if (unit === 'count') return cells.reduce<number>((sum, cell) => sum + Number(cell), 0)
  return null
}

export function isMoney(cell: ReportCell): cell is Paise {
  return typeof cell === 'bigint'
}

/** The columns of a table of these rows, without rare columns that are zero in all of them. */
export function shownColumns(report: ReportName, rows: readonly AnyRow[]): [column: string, unit: Unit][] {
  const { columns, rare = [] } = shapeOf(report)
  return Object.entries(columns).filter(
    ([column]) => !rare.includes(column) || rows.some((row) => row[column] !== ZERO && row[column] !== 0),
  )
}

export const MONTHS_MAX = 24
const report = z.enum(reportNames)
/** Any day of the first and of the last month; the last twelve months if left out. */
const period = { from: z.optional(day), to: z.optional(day) }

// Object.fromEntries loses the key; the type restores what the table has.
const rowOf = <R extends ReportName>(name: R) =>
  z.object(
    Object.fromEntries(
      Object.entries(reportShapes[name].columns).map(([column, unit]) => [column, units[unit]]),
    ) as RowShape<R>,
  )

const replyOf = <R extends ReportName>(name: R) =>
  z.object({
    report: z.literal(name),
    /** The first days of the first and of the last month; null for a report of the present. */
    period: z.nullable(z.object({ from: day, to: day })),
    as_of: instant,
    rows: z.array(rowOf(name)),
  })

export const reportReply = z.discriminatedUnion('report', [
  replyOf('profit_and_loss'),
  replyOf('exposure'),
  replyOf('inflow'),
  replyOf('referral_cost'),
  replyOf('throughput'),
  replyOf('cohorts'),
])

export const getReport = endpoint({
  name: 'getReport',
  method: 'GET',
  path: '/reports/{report}',
  who: 'admin',
  permission: 'reports.read',
  summary: `A report of at most ${MONTHS_MAX} months, those of its two days included; the last twelve where none are given`,
  params: z.strictObject({ report }),
  query: z.strictObject(period),
  reply: reportReply,
})

export const exportReport = endpoint({
  name: 'exportReport',
  method: 'GET',
  path: '/reports/{report}/export',
  who: 'admin',
  permission: 'exports.money',
  freshCode: 'always',
  limit: 'statement',
  summary: 'The rows of a report as CSV or XLSX; logged',
  params: z.strictObject({ report }),
  query: z.strictObject({ ...period, format: z.enum(fileFormats) }),
  reply: 'file',
})
