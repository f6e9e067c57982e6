import { groupIndian } from '@bittkosh/contract/money'

const LAKH = 100_000
const CRORE = 10_000_000

/** Rupees on an axis, in India's short notation: ₹900, ₹20,000, ₹1.5 L, ₹2 Cr; in Hindi ₹1.5 लाख, ₹2 क॰. */
export function shortRupees(rupees: number, locale: string): string {
  const isHindi = locale === 'hi'
  const sign = rupees < 0 ? '−' : ''
  const size = Math.abs(rupees)
  if (size >= CRORE) return `${sign}₹${tenths(size / CRORE)} ${isHindi ? 'क॰' : 'Cr'}`
  if (size >= LAKH) return `${sign}₹${tenths(size / LAKH)} ${isHindi ? 'लाख' : 'L'}`
  return `${sign}₹${groupIndian(String(Math.round(size)))}`
}

function tenths(value: number): string {
  return String(Math.round(value * 10) / 10)
}
