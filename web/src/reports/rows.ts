import { type AnyRow, isMoney, type ReportName, shapeOf, type Unit } from '@bittkosh/contract/reports'

/** Whether a report has no rows, or only rows of zeros. */
export function saysNothing(rows: readonly AnyRow[]): boolean {
  return rows.every((row) =>
    Object.values(row).every((cell) => (isMoney(cell) ? cell === 0n : typeof cell !== 'number' || cell === 0)),
  )
}

export type Bar = { month: string; values: (bigint | null)[] }

/**
 * The bars of the chart, the oldest month first: each series is the sum of its columns over all rows of a month, null
 * while none has a figure; shares in tenths.
 */
export function barsOf(report: ReportName, rows: readonly AnyRow[]): Bar[] {
  const { columns, picture } = shapeOf(report)
  const series = Object.values(picture.series)
  const bars = new Map<string, Bar['values']>()
  for (const row of rows) {
    const month = String(row[picture.by])
    const before = bars.get(month) ?? series.map(() => null)
    const values = before.map((sum, at) =>
      (series[at] ?? []).reduce((all, column) => plus(all, drawn(row[column] ?? null, columns[column])), sum),
    )
    bars.set(month, values)
  }
  return [...bars]
    .map(([month, values]) => ({ month, values }))
    .toSorted((one, other) => one.month.localeCompare(other.month))
}

/** The unit of the chart's figures. */
export function pictureUnit(report: ReportName): Unit | undefined {
  const { columns, picture } = shapeOf(report)
  return columns[Object.values(picture.series)[0]?.[0] ?? '']
}

function plus(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one + other
}

function drawn(cell: AnyRow[string], unit: Unit | undefined): bigint | null {
  if (cell === null) return null
  if (isMoney(cell)) return cell
  return BigInt(Math.round(Number(cell) * (unit === 'share' ? 10 : 1)))
}
