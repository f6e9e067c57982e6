import { latinDigits } from '@bittkosh/contract/digits'
import { groupIndian, parseDecimal, type Paise, paise } from '@bittkosh/contract/money'

/** Converts typed or pasted text to plain decimal text: '₹1,00,000.507' and 'Rs. 1,00,000.507' become '100000.50'. */
export function plainAmount(typed: string, decimals: number): string {
  const [whole = '', ...rest] = latinDigits(typed)
    .replace(/[\p{L}\p{M}]+\.?/gu, '')
    .replace(/[^\d.]/g, '')
    .split('.')
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, 15)
  if (rest.length === 0 || decimals === 0) return digits
  return `${digits || '0'}.${rest.join('').slice(0, decimals)}`
}

/** Plain decimal text with lakh commas: '100000.5' becomes '1,00,000.5'. */
export function groupedAmount(plain: string): string {
  const [whole = '', fraction] = plain.split('.')
  return fraction === undefined ? groupIndian(whole) : `${groupIndian(whole)}.${fraction}`
}

/** The typed amount in paise, or null if there is none yet. */
export function readAmount(plain: string): Paise | null {
  const units = parseDecimal(plain.replace(/\.$/, ''), 2)
  return units === null ? null : paise(units)
}

/** A typed number as it is sent; an empty field is NaN, which every number schema refuses. */
export function wireNumber(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed)
}
