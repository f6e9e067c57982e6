import type { Complaint } from '@bittkosh/contract/complaints'
import { parseDecimal } from '@bittkosh/contract/money'
import type { Refused } from '@bittkosh/contract/refusals'
import { type SettingKey, settingsTable } from '@bittkosh/contract/settings'
import { isPlainText } from '@bittkosh/contract/shapes'

/**
 * The text to store for a new value. A number setting takes a number or its plain decimal text, within its
 * bounds and its unit's decimals; a text setting takes text up to its length. Refuses `setting_out_of_range`.
 */
export function readNewValue(
  key: SettingKey,
  value: string | number,
): { value: string } | { refused: Refused<'setting_out_of_range'> } {
  const rule = settingsTable[key]
  if (rule.type === 'text') {
    const text = String(value).normalize('NFC').trim()
    if (!isPlainText(text)) return outside({ code: 'invisible_characters' })
    if (text.length > rule.maxLength) return outside({ code: 'too_long', params: { max: rule.maxLength } })
    return { value: text }
  }
  if ('optional' in rule && String(value).trim() === '') return { value: '' }
  const decimals = rule.unit === 'rupees' ? 2 : 4
  const text = String(value).trim()
  const units = parseDecimal(text, decimals)
  if (units === null) return outside({ code: 'number_decimals', params: { max: decimals } })
  if (units < bound(rule.min, decimals) || units > bound(rule.max, decimals)) {
    return outside({ code: 'number_range', params: { min: Number(rule.min), max: Number(rule.max) } })
  }
  return { value: text }
}

function bound(text: string, decimals: number): bigint {
  return parseDecimal(text, decimals) ?? 0n
}

function outside(value: Complaint): { refused: Refused<'setting_out_of_range'> } {
  return { refused: { code: 'setting_out_of_range', complaints: { value } } }
}
