/** India's financial years, April to March, each identified by the calendar year in which it begins. */

export type Period = { from: string; to: string }

/** The calendar year in which the financial year of a day began: 2026 for 31 March 2027. */
export function financialYearOf(day: string): number {
  const year = Number(day.slice(0, 4))
  return day.slice(5) >= '04-01' ? year : year - 1
}

/** 1 April to 31 March, not beyond today. */
export function financialYear(startYear: number, today: string): Period {
  const end = `${startYear + 1}-03-31`
  return { from: `${startYear}-04-01`, to: end < today ? end : today }
}

/** '2026–27', as it is usually written in India. */
export function financialYearName(startYear: number): string {
  return `${startYear}–${String((startYear + 1) % 100).padStart(2, '0')}`
}
