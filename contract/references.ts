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
