/** References of payments (UTR, transaction hash): how two are compared, and what each kind usually looks like. */

/**
 * A reference as it is compared, so that one payment never stands on two requests that look alike: digits of every script
 * as 0 to 9, letters upper-case, everything else dropped, and 'UTR' in front dropped. Empty where nothing is left.
 */
export function referenceKey(typed: string): string {
  const digits = typed.normalize('NFKD').replace(/\p{Decimal_Number}/gu, valueOfDigit)
  return digits
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^UTR/, '')
}

/** Each script has its ten digits in a row, and rows may touch: a digit's value is how many stand before it, modulo ten. */
function valueOfDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/^\p{Decimal_Number}$/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}

/** A hint, never a refusal. True where text has the usual form: UPI 12 digits; bank 12 (IMPS), 16 (NEFT) or 22 (RTGS); USDT 64 hex digits. */
export function looksLikeReference(type: 'upi' | 'bank' | 'crypto', text: string): boolean {
  const compact = text.replace(/\s/g, '')
  switch (type) {
    case 'upi':
      return /^\d{12}$/.test(compact)
    case 'bank':
      return /^(\d{12}|[A-Z0-9]{16}|[A-Z0-9]{22})$/i.test(compact)
    case 'crypto':
      return /^(0x)?[0-9a-f]{64}$/i.test(compact)
    default:
      return type satisfies never
  }
}
