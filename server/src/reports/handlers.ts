import { BRAND } from '@bittkosh/contract/brand'
import * as calls from '@bittkosh/contract/reports'
import { type AnyRow, type ReportCell, type ReportName, type ReportRow, shapeOf } from '@bittkosh/contract/reports'
import { dayOf } from '@bittkosh/contract/time'
import { recordFile } from '../audit/actions.ts'
import type { Db } from '../platform/database/database.ts'
import { csvFile, type FileCell } from '../platform/http/csv.ts'
import { type Answer, type Call, type DbOf, read, type Route, writeInStages } from '../platform/http/http.ts'
import { refuse } from '../platform/http/refuse.ts'
import { xlsxFile, XLSX_TYPE } from '../platform/http/xlsx.ts'
import * as queries from './queries.ts'
import { cohorts, inflow, judgePeriod, monthsOf, type Period, profitAndLoss, referralCost } from './rules.ts'

export const routes: Route[] = [read(calls.getReport, getReport), writeInStages(calls.exportReport, exportReport)]

/** The rows of each report: for a period, or as of today. */
const rowsOf: { [R in ReportName]: (db: Db, period: Period, today: string) => Promise<ReportRow<R>[]> } = {
  profit_and_loss: async (db, period) => profitAndLoss(await queries.totalsByMonth(db, period), monthsOf(period)),
  exposure: (db) => queries.exposure(db),
  inflow: async (db, period) => inflow(await queries.totalsByMonth(db, period), monthsOf(period)),
  referral_cost: async (db, period) => {
    const [totals, rewards, invited] = await Promise.all([
      queries.totalsByMonth(db, period),
      queries.rewardsByMonth(db, period),
      queries.invitedByMonth(db, period),
    ])
    return referralCost({ totals, rewards, invited }, monthsOf(period))
  },
  throughput: (db, period) => queries.throughput(db, period),
  cohorts: async (db, period, today) => {
    const [registered, steps] = await Promise.all([
      queries.registeredByMonth(db, period),
      queries.cohortSteps(db, period),
    ])
    return cohorts({ registered, steps }, { months: monthsOf(period), today })
  },
}

export async function getReport(
  { params: { report }, query, at }: Call<typeof calls.getReport>,
  db: DbOf<typeof calls.getReport>,
): Promise<Answer<typeof calls.getReport>> {
  const { period, rows } = await readReport(db, { report, query, at })
  // TypeScript does not see that the rows match this name; the reply's schema checks it.
  return { report, period, as_of: at, rows } as Answer<typeof calls.getReport>
}

export async function exportReport(call: Call<typeof calls.exportReport>): Promise<Answer<typeof calls.exportReport>> {
  const { at } = call
  const { report } = call.params
  const { format, ...query } = call.query
  const { period, rows } = await call.services.reads.run((source) => readReport(source, { report, query, at }))
  const after = { report, ...period, format }
  await recordFile(call, { action: 'exported reports', subject: 'reports', subjectId: null, after })
  const columns = Object.entries(shapeOf(report).columns)
  const cells = [
    columns.map(([column]) => column),
    ...rows.map((row) => columns.map(([column, unit]) => fileCell(unit, row[column] ?? null))),
  ]
  const name = `${BRAND.toLowerCase()}-${report.replaceAll('_', '-')}-${dayOf(at)}.${format}`
  return format === 'csv'
    ? { content: csvFile(cells), type: 'text/csv; charset=utf-8', name }
    : { content: await xlsxFile(report, cells), type: XLSX_TYPE, name }
}

type Asked = { report: ReportName; query: { from?: string | undefined; to?: string | undefined }; at: Date }

async function readReport(
  db: Db,
  { report, query, at }: Asked,
): Promise<{ period: Period | null; rows: readonly AnyRow[] }> {
  const today = dayOf(at)
  const judged = judgePeriod(query, today)
  if (!('period' in judged)) return refuse({ code: 'malformed', complaints: { [judged.field]: judged.complaint } })
  const rows = await rowsOf[report](db, judged.period, today)
  return { period: shapeOf(report).isByPeriod ? judged.period : null, rows }
}

function fileCell(unit: calls.Unit, cell: ReportCell): FileCell {
  return unit === 'month' ? String(cell).slice(0, 7) : cell
}
