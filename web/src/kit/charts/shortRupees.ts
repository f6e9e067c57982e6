import { groupIndian } from '@bittkosh/contract/money'

const LAKH = 100_000
const CRORE = 10_000_000

/**
 * Rupees on an axis with marks `step` rupees apart, in India's short notation: ₹900, ₹20,000, ₹1.5 L, ₹2 Cr; in Hindi ₹1.5 लाख,
 * ₹2 क॰. Where two decimals would not tell the marks apart, all digits: ₹1,19,400.
 */
export function shortRupees(rupees: number, step: number, locale: string): string {
  const isHindi = locale === 'hi'
  const sign = rupees < 0 ? '−' : ''
  const size = Math.abs(rupees)
  if (size >= CRORE && step >= CRORE / 100) return `${sign}₹${hundredths(size / CRORE)} ${isHindi ? 'क॰' : 'Cr'}`
  if (size >= LAKH && step >= LAKH / 100) return `${sign}₹${hundredths(size / LAKH)} ${isHindi ? 'लाख' : 'L'}`
  return `${sign}₹${groupIndian(String(Math.round(size)))}`
}

function hundredths(value: number): string {
  return String(Math.round(value * 100) / 100)
}
