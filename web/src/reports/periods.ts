import { financialYear, financialYearOf, type Period } from '@bittkosh/contract/financialYears'
import { addMonths, monthOf } from '@bittkosh/contract/time'

const namedPeriods = ['months_6', 'months_12', 'months_24', 'year', 'last_year'] as const
export type NamedPeriod = (typeof namedPeriods)[number]

/** The first days of the first and the last month, in the format of the address. */
export function monthsOfPeriod(name: NamedPeriod, today: string): Period {
  const year = financialYearOf(today)
  switch (name) {
    case 'months_6':
      return lastMonths(6, today)
    case 'months_12':
      return lastMonths(12, today)
    case 'months_24':
      return lastMonths(24, today)
    case 'year':
      return months(financialYear(year, today))
    case 'last_year':
      return months(financialYear(year - 1, today))
  }
}

/** The months in the address, or the last twelve if it has none. */
export function chosenPeriod({ from, to }: { from?: string; to?: string }, today: string): Period {
  const usual = lastMonths(12, today)
  return { from: from ?? usual.from, to: to ?? usual.to }
}

/** The name of a period; null for a custom range, which an address may have. */
export function nameOf(period: Period, today: string): NamedPeriod | null {
  const isSame = ({ from, to }: Period) => from === period.from && to === period.to
  return namedPeriods.find((name) => isSame(monthsOfPeriod(name, today))) ?? null
}

function lastMonths(count: number, today: string): Period {
  const to = monthOf(today)
  return { from: addMonths(to, 1 - count), to }
}

function months({ from, to }: Period): Period {
  return { from: monthOf(from), to: monthOf(to) }
}
