/** Formats the audit log's fields: it stores money as paise and rates as millionths, both as text. */
import type { Language } from '@bittkosh/contract/language'
import { formatRupees, paise, percentText, ppm } from '@bittkosh/contract/money'
import { fieldValueText } from '@bittkosh/contract/words/audit'

const money = /(^|_)(amount|balance|bonus|change|fee|deposit|fluctuation|least|most|usdt_rate|difference)$/
const rate = /_(ppm|percentage)$/

/** The fields of a record; nested ones by their path: 'details.upi_id'. */
export function fieldsOf(record: Record<string, unknown> | null, path = ''): Map<string, unknown> {
  return new Map(
    Object.entries(record ?? {}).flatMap(([name, value]): [string, unknown][] =>
      isRecord(value) ? [...fieldsOf(value, `${path}${name}.`)] : [[`${path}${name}`, value]],
    ),
  )
}

export function fieldText(language: Language, field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  const worded = fieldValueText(language, value)
  if (worded !== undefined) return worded
  if (typeof value !== 'string') return JSON.stringify(value)
  if (!/^-?\d+$/.test(value)) return value
  if (money.test(field)) return formatRupees(paise(BigInt(value)))
  return rate.test(field) ? `${percentText(ppm(BigInt(value)))} %` : value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
