/** References of payments (UTR, transaction hash): how they are compared, and what each kind usually looks like. */

/**
 * A reference as it is compared, however it was typed: digits of every script as 0 to 9, upper-case, nothing but A-Z and
 * 0-9, without a 'UTR' in front. Empty where nothing of it can be compared. Source: docs/rules.md#withdrawals.
 */
export function foldReference(typed: string): string {
  const plain = typed
    .normalize('NFKC')
    .replace(/\p{Decimal_Number}/gu, latinDigit)
    .toUpperCase()
  return plain.replace(/[^A-Z0-9]/g, '').replace(/^UTR/, '')
}

// Unicode has the ten digits of a script in a row, zero first, and no row touches another with less than ten.
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Decimal_Number}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/** A hint, never a refusal: true where text has the usual form: UPI 12 digits; bank 12 (IMPS), 16 (NEFT) or 22 (RTGS); USDT 64 hex digits. */
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
