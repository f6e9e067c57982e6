/** Payment references (UTR, transaction hash): how they are compared, and what each kind usually looks like. */
import { latinDigits } from './digits.ts'

/**
 * The form in which references are compared, so that one payment never has two requests in different spellings: digits
 * of every script as 0 to 9, letters in upper case, everything else dropped; in front, what banks and apps write before a
 * reference ('UPI Ref No.'), 'UTR' in any case, and the '0x' of a hash. May be empty.
 */
export function referenceKey(typed: string): string {
  return latinDigits(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^(?:UPI)?(?:UTR|RRN|REF(?:ERENCE)?)(?:NO|NUMBER|ID)?(?=(?:\d{12}|[A-Z0-9]{16}|[A-Z0-9]{22})$)/, '')
    .replace(/^(?:UTR)+/, '')
    .replace(/^0X(?=[0-9A-F]{64}$)/, '')
}

const ROUNDED = /^\d+(?:[.,]\d*(?:e[+-]?\d+)?|e[+-]\d+)$/i // 7.3E+11, 730000000139.00: what a spreadsheet makes of digits

/**
 * The compared form of what a bank's file has as the reference of its payment (UTR, RRN); empty if it cannot be one, such as
 * 'N/A', zeros, or a number that a spreadsheet has rounded. Most have the lengths of `looksLikeReference`, and banks' own
 * ones are in between; each has digits.
 */
export function utrKey(written: string): string {
  if (ROUNDED.test(latinDigits(written).trim())) return ''
  const key = referenceKey(written)
  const digits = key.replace(/\D/g, '')
  return /^[A-Z0-9]{10,22}$/.test(key) && digits.length >= 6 && /[1-9]/.test(digits) ? key : ''
}

/** A hint, never a refusal. Whether text looks usual: UPI 12 digits; bank 12 (IMPS), 16 (NEFT), 22 (RTGS); USDT 64 hex. */
export function looksLikeReference(type: 'upi' | 'bank' | 'crypto', text: string): boolean {
  const key = referenceKey(text)
  switch (type) {
    case 'upi':
      return /^\d{12}$/.test(key)
    case 'bank':
      return /^(\d{12}|[A-Z0-9]{16}|[A-Z0-9]{22})$/.test(key)
    case 'crypto':
      return /^[0-9A-F]{64}$/.test(key)
    default:
      return type satisfies never
  }
}
