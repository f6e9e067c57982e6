/** The typed amount of an investment in a plan, stored on the device until it is sent. */
import type { Paise } from '@bittkosh/contract/money'
import type { Plan } from '@bittkosh/contract/plans'
import { readDraft } from '../api/draft.ts'
import { readAmount } from '../kit/forms/amountText.ts'

export const nothingTyped = { amount: '' }

type Terms = Pick<Plan, 'name' | 'symbol' | 'minimum_deposit' | 'maximum_deposit'>

export function draftName({ symbol }: Pick<Plan, 'symbol'>): string {
  return `invest ${symbol}`
}

export type Tried = { name: string; symbol: string; amount: Paise }

/** The largest amount that was typed for one of these plans, fits its limits, and cannot have been sent; null if there is none. */
export function dearestTried(plans: readonly Terms[]): Tried | null {
  const tried = plans.flatMap(({ name, symbol, minimum_deposit: minimum, maximum_deposit: maximum }) => {
    const { values, attempt } = readDraft(draftName({ symbol }), nothingTyped)
    const amount = readAmount(values.amount ?? '')
    return attempt === null && amount !== null && amount >= minimum && amount <= maximum
      ? [{ name, symbol, amount }]
      : []
  })
  return tried.toSorted((a, b) => (a.amount < b.amount ? 1 : -1))[0] ?? null
}
