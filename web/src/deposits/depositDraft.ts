import type { Deposit } from '@bittkosh/contract/deposits'
import type { DepositMethod, MethodType } from '@bittkosh/contract/methods'
import { decimalText, parseDecimal, type Paise } from '@bittkosh/contract/money'
import type { BalancePackage } from '@bittkosh/contract/packages'
import { rupeesOf, type Usdt, usdtCovering, usdtOf } from '@bittkosh/contract/usdt'
import { readAmount, wireNumber } from '../kit/forms/amountText.ts'
import { paidSince, type PayeeShown, shownTo } from '../methods/api.ts'

/** What was typed: the amount in USDT if `type`, that of the method it was typed for or converted to, is crypto, otherwise in rupees. */
export type Typed = {
  method: string
  type: MethodType
  amount: string
  transaction_id: string
} & PayeeShown

export type Read = {
  /** The requested amount in rupees; null while nothing readable is typed or the rate is missing. */
  rupees: Paise | null
  usdt: Usdt | null
}

/** The value of the typed amount with the chosen method. */
export function readDraft(typed: string, type: MethodType, rate: Paise | undefined): Read {
  if (type !== 'crypto') return { rupees: positive(readAmount(typed)), usdt: null }
  const units = positive(parseDecimal(typed.replace(/\.$/, ''), 6))
  if (units === null) return { rupees: null, usdt: null }
  const usdt = usdtOf(units)
  return { rupees: rate === undefined ? null : positive(rupeesOf(usdt, rate)), usdt }
}

/** A rejected deposit to be corrected and sent again: it was paid to its own method, even if that is no longer offered. */
export function draftOf({ method, usdt_amount: usdt, requested_amount: amount, transaction_id }: Deposit): Typed {
  const typed =
    usdt === null
      ? { type: 'upi' as const, amount: decimalText(amount, 2) }
      : { type: 'crypto' as const, amount: decimalText(usdt, 6) }
  return {
    ...typed,
    method: String(method.id),
    ...shownTo({ method }),
    transaction_id,
  }
}

/** The best package for an amount: the most expensive one that it pays for. */
export function packageFor(amount: Paise | null, packages: readonly BalancePackage[]): BalancePackage | null {
  const affordable = packages.filter((offer) => amount !== null && offer.amount <= amount)
  return affordable.toSorted((a, b) => (a.amount < b.amount ? 1 : -1))[0] ?? null
}

/** The amount that may be paid: null if the deposit would later be refused as below the minimum. */
export function payable(read: Read, minimum: Paise | undefined): Read {
  const isTooLittle = read.rupees !== null && minimum !== undefined && read.rupees < minimum
  return isTooLittle ? { rupees: null, usdt: null } : read
}

/** The typed amount in the currency of another method, so that switching loses nothing: ₹9,000 are 100 USDT at 90. */
export function convertedAmount(
  typed: string,
  change: { from: MethodType; to: MethodType; rate: Paise | undefined },
): string {
  const [wasUsdt, isUsdt] = [change.from === 'crypto', change.to === 'crypto']
  if (wasUsdt === isUsdt) return typed
  const { rupees } = readDraft(typed, change.from, change.rate)
  if (rupees === null || change.rate === undefined) return ''
  return isUsdt ? decimalText(usdtCovering(rupees, change.rate), 6) : decimalText(rupees, 2)
}

/** The request of a deposit as it is sent. */
export function depositBody(typed: Typed, method: DepositMethod, rate: Paise | undefined) {
  const amount = convertedAmount(typed.amount, { from: typed.type, to: method.type, rate })
  const { rupees, usdt } = readDraft(amount, method.type, rate)
  return {
    amount: wireNumber(rupees === null ? '' : decimalText(rupees, 2)),
    transaction_id: typed.transaction_id,
    payment_method: method.id,
    ...paidSince(method, typed),
    ...(usdt !== null && { usdt_amount: wireNumber(decimalText(usdt, 6)) }),
  }
}

function positive<T extends bigint>(value: T | null): T | null {
  return value !== null && value > 0n ? value : null
}
