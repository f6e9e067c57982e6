/** The valid values of a setting: the panel checks them while an admin types, the server before it stores anything. */
import type { Complaint } from './complaints.ts'
import { readEmail } from './contact.ts'
import { parseDecimal } from './money.ts'
import { type Grammar, type SettingKey, settingsTable } from './settings.ts'
import { composed, isBreakable, isPlainText, isWebLink } from './shapes.ts'

const LINE_MAX = 200
/** How an alert reaches admins; `mail`: also in the panel. */
export const alertWays = ['off', 'panel', 'mail'] as const

/** The text to store for a new value, or what is wrong with it. */
export type SettingReading = { value: string } | { complaint: Complaint }

/**
 * Reads a new value of a setting. A number setting accepts a number or its plain decimal text, within its bounds and
 * its unit's decimals; a text setting accepts what its grammar permits, up to its length.
 */
export function readSettingValue(key: SettingKey, typed: string | number): SettingReading {
  const rule = settingsTable[key]
  if (rule.type === 'number') {
    const number = String(typed).trim()
    return 'optional' in rule && number === '' ? { value: '' } : readNumber(rule, number)
  }
  const text = composed(String(typed)).trim()
  if (!isPlainText(text)) return { complaint: { code: 'invisible_characters' } }
  if (!isBreakable(text)) return { complaint: { code: 'joined_characters' } }
  const read = readText(rule, text)
  return 'complaint' in read || read.value.length <= rule.maxLength ? read : tooLong(rule)
}

function tooLong({ maxLength }: { maxLength: number }): SettingReading {
  return { complaint: { code: 'too_long', params: { max: maxLength } } }
}

/** Whether two values of a setting are the same: 7 and '7.00' are; texts must match character by character. */
export function isSameSetting(key: SettingKey, one: string | number, other: string | number): boolean {
  if (settingsTable[key].type === 'text') return String(one) === String(other)
  return parseDecimal(String(one).trim(), 4) === parseDecimal(String(other).trim(), 4)
}

const decimalsOf = { rupees: 2, percent: 4, hours: 0, count: 0 } as const
type NumberRule = { unit: keyof typeof decimalsOf; min: string; max: string }

function readNumber({ unit, min, max }: NumberRule, text: string): SettingReading {
  const decimals = decimalsOf[unit]
  const units = parseDecimal(text, decimals)
  if (units === null) {
    return { complaint: decimals === 0 ? { code: 'whole' } : { code: 'number_decimals', params: { max: decimals } } }
  }
  if (units < bound(min, decimals) || units > bound(max, decimals)) {
    return { complaint: { code: 'number_range', params: { min: Number(min), max: Number(max) } } }
  }
  return { value: text }
}

function bound(text: string, decimals: number): bigint {
  return parseDecimal(text, decimals) ?? 0n
}

function readText(rule: { grammar: Grammar; maxLength: number }, text: string): SettingReading {
  switch (rule.grammar) {
    case 'text':
      return { value: text }
    case 'lines': {
      const lines = text.split('\n').map((line) => line.trim())
      if (lines.some((line) => line.length > LINE_MAX))
        return { complaint: { code: 'line_too_long', params: { max: LINE_MAX } } }
      return { value: lines.filter((line) => line !== '').join('\n') }
    }
    case 'contact': {
      if (text.length > rule.maxLength) return tooLong(rule) // first: the pattern below takes quadratic time
      const addresses = text.split(/[\s,;()<>|]+/).filter((word) => word.includes('@'))
      const isEmail = (word: string) => readEmail(word.replace(/^mailto:/i, '').replace(/[.:]+$/, '')) !== null
      return addresses.every(isEmail) ? { value: text } : { complaint: { code: 'email_within' } }
    }
    case 'address':
      if (text === '' || (/^https:/i.test(text) && isWebLink(text) && !/\s/.test(text) && isPlainHost(text)))
        return { value: text }
      return { complaint: { code: 'link' } }
    case 'switch':
      return text === 'on' || text === 'off' ? { value: text } : { complaint: { code: 'on_off' } }
    case 'alert':
      return alertWays.some((way) => way === text) ? { value: text } : { complaint: { code: 'alert_way' } }
    default:
      return rule.grammar satisfies never
  }
}

/** Parsers of addresses accept other signs in a host, such as ';', which would begin a directive of the pages' security policy. */
function isPlainHost(link: string): boolean {
  return /^[a-z0-9.-]+$/.test(new URL(link).hostname)
}
