/** Formats the audit log's fields: it keeps money as paise and rates as millionths, both as text. */
import { unitDecimals } from '@bittkosh/contract/audit'
import type { Language } from '@bittkosh/contract/language'
import { formatRupees, paise, percentText, ppm } from '@bittkosh/contract/money'
import { roleNames } from '@bittkosh/contract/roles'
import { fieldValueText } from '@bittkosh/contract/words/audit'
import { roleWords } from '@bittkosh/contract/words/roles'

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
  if (Array.isArray(value)) return value.map((one) => itemText(language, field, one)).join(', ') || '–'
  const worded = fieldValueText(language, value)
  if (worded !== undefined) return worded
  if (typeof value !== 'string') return JSON.stringify(value)
  if (!/^-?\d+$/.test(value)) return value
  const decimals = unitDecimals.get(field)
  if (decimals === 2) return formatRupees(paise(BigInt(value)))
  return decimals === 4 || field.endsWith('_ppm') ? `${percentText(ppm(BigInt(value)))} %` : value
}

/** One of several: a role in words. */
function itemText(language: Language, field: string, item: unknown): string {
  const role = field === 'roles' ? roleNames.find((one) => one === item) : undefined
  return role ? roleWords[language][role] : fieldText(language, field, item)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
