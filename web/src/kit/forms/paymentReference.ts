/** A mark for one payment in the payer's UPI app ('tr'): letters and digits, at most 35. */
export function newPaymentReference(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0'))
  return `BK${random.join('').toUpperCase()}`
}
