import type { Deposit } from '@bittkosh/contract/deposits'
import type { DepositMethod } from '@bittkosh/contract/methods'

/**
 * In the draft of a payment: since when the chosen method had the payee that the form showed first, empty while none is chosen; and
 * whether that one was paid although the method has another by now.
 */
export type PayeeShown = { payee_since: string; paid_earlier: boolean }

/** Of a method that is chosen now. */
export function shownNow(method: DepositMethod | undefined): PayeeShown {
  return { payee_since: method ? sinceOf(method) : '', paid_earlier: false }
}

/** Of a rejected deposit that is corrected and sent again. */
export function shownTo({ method: { payee_since: since } }: Pick<Deposit, 'method'>): PayeeShown {
  return { payee_since: since?.toISOString() ?? '', paid_earlier: Boolean(since) }
}

/** Whether the method has another payee than the one that the form showed first. */
export function isChanged(method: DepositMethod, { payee_since: shown }: PayeeShown): boolean {
  return shown !== '' && shown !== sinceOf(method)
}

/** The part of a deposit's request that says which payee was paid. */
export function paidSince(method: DepositMethod, shown: PayeeShown): { payee_since: string } {
  return { payee_since: shown.paid_earlier && isChanged(method, shown) ? shown.payee_since : sinceOf(method) }
}

function sinceOf(method: DepositMethod): string {
  return method.payee_since.toISOString()
}
