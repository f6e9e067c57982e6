/** UPI payment links according to NPCI's linking specification. */
import { type Paise, rupeesText } from './money.ts'

/** 'upi://pay?…' with the exact amount. `tr` has the first 35 letters and digits of `reference`; without any there is none. */
export function upiLink({
  upiId,
  payeeName,
  amount,
  note,
  reference,
}: {
  upiId: string
  payeeName: string
  amount: Paise
  note: string
  reference: string
}): string {
  const mark = reference.replace(/[^A-Za-z0-9]/g, '').slice(0, 35)
  const fields = {
    pa: upiId,
    pn: payeeName,
    am: rupeesText(amount),
    cu: 'INR',
    tn: note.slice(0, 80),
    ...(mark && { tr: mark }),
  }
  // Banks' apps read %20, but not all of them read '+' as a space; the @ of an address stays as it is.
  const query = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value).replace('%40', '@')}`)
  return `upi://pay?${query.join('&')}`
}

/** Whether text has the form of a UPI ID: 'name@bank'. A hint; it never blocks anything. */
export function looksLikeUpiId(text: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{1,254}@[a-z][a-z0-9.-]{1,63}$/i.test(text.trim())
}
