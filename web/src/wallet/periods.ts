/** The ranges that a statement can have. */
import type { Period } from '@bittkosh/contract/financialYears'
import { addDays } from '@bittkosh/contract/time'

export function lastDays(count: number, today: string): Period {
  return { from: addDays(today, 1 - count), to: today }
}
