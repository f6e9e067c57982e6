/** What is typed into the withdrawal form, and what it becomes: a request with its quote, or what is missing. */
import { decimalText, type Paise, parseDecimal, subtract } from '@bittkosh/contract/money'
import type { Refused } from '@bittkosh/contract/refusals'
import { rateOf, rupeesOf, type Usdt, usdtOf, usdtWorth } from '@bittkosh/contract/usdt'
import { readPayee, type WithdrawalPayee, type WithdrawalType } from '@bittkosh/contract/payees'
import { quoteWithdrawal, type WithdrawalQuote } from '@bittkosh/contract/withdrawalQuote'
import { payeeOfWithdrawal, type Withdrawal, type withdrawalTerms } from '@bittkosh/contract/withdrawals'
import type { Reply } from '@bittkosh/contract/endpoint'
import { readAmount, wireNumber } from '../kit/forms/amountText.ts'

export type Terms = Reply<typeof withdrawalTerms>

export type Typed = {
  type: WithdrawalType
  /** Rupees, or USDT if the type is crypto. */
  amount: string
  upi_id: string
  bank_name: string
  account_name: string
  account_number: string
  ifsc_code: string
  address: string
}

/** An empty form with the payees of the last approved withdrawals filled in. */
export function freshDraft({ saved_details: saved }: Terms): Typed {
  const type = saved.upi || !saved.bank ? (saved.upi || !saved.crypto ? 'upi' : 'crypto') : 'bank'
  return {
    type,
    amount: '',
    upi_id: saved.upi?.upi_id ?? '',
    bank_name: saved.bank?.bank_name ?? '',
    account_name: saved.bank?.account_name ?? '',
    account_number: saved.bank?.account_number ?? '',
    ifsc_code: saved.bank?.ifsc_code ?? '',
    address: saved.crypto?.address ?? '',
  }
}

/** The form of a withdrawal that came back: the same amount to the same payee, to be corrected. */
export function draftOf(withdrawal: Withdrawal, terms: Terms): Typed {
  const { type, details } = payeeOfWithdrawal(withdrawal)
  const amount =
    type === 'crypto'
      ? decimalText(usdtWorth(withdrawal.amount, terms.usdt_rate), 6)
      : decimalText(withdrawal.amount, 2)
  return { ...freshDraft(terms), type, amount, ...details }
}

/** True if the form contains the payee that was paid before. */
export function isSavedPayee(typed: Typed, { saved_details: saved }: Terms): boolean {
  switch (typed.type) {
    case 'upi':
      return saved.upi !== null && saved.upi.upi_id === typed.upi_id
    case 'bank':
      return (
        saved.bank !== null &&
        saved.bank.account_number === typed.account_number &&
        saved.bank.ifsc_code === typed.ifsc_code &&
        saved.bank.account_name === typed.account_name &&
        saved.bank.bank_name === typed.bank_name
      )
    case 'crypto':
      return saved.crypto !== null && saved.crypto.address === typed.address
    default:
      return typed.type satisfies never
  }
}

/** The typed USDT; null if none are typed or the type is another. */
function typedUsdt({ type, amount }: Typed): Usdt | null {
  if (type !== 'crypto') return null
  const units = parseDecimal(amount.replace(/\.$/, ''), 6)
  return units === null || units === 0n ? null : usdtOf(units)
}

/** The amount in rupees, for USDT at the rate of the terms; null while nothing is typed. */
export function typedAmount(typed: Typed, terms: Terms): Paise | null {
  if (typed.type !== 'crypto') return readAmount(typed.amount) || null
  const sum = typedUsdt(typed)
  return sum === null ? null : rupeesOf(sum, terms.usdt_rate)
}

export function quoteOf(typed: Typed, terms: Terms): WithdrawalQuote | null {
  const amount = typedAmount(typed, terms)
  if (amount === null) return null
  const usdtRate = typed.type === 'crypto' ? terms.usdt_rate : null
  return quoteWithdrawal({ amount, feeRate: terms.fee_percentage, usdtRate })
}

export function payeeOf(typed: Typed): WithdrawalPayee | { refused: Refused } {
  return readPayee(typed.type, typed)
}

/** By how much the typed amount exceeds the wallet; null if the wallet suffices, or if nothing is typed. */
export function missingOf(typed: Typed, terms: Terms): Paise | null {
  const amount = typedAmount(typed, terms)
  return amount === null || amount <= terms.balance ? null : subtract(amount, terms.balance)
}

/** As the request stores it: pasted spaces are insignificant. */
export function compact(text: string): string {
  return text.replace(/\s/g, '')
}

/** The form as it is sent. */
export function wireOf(typed: Typed, terms: Terms): Wire {
  const { type, amount: _, ...details } = typed
  const quote = quoteOf(typed, terms)
  return {
    type,
    amount: wireNumber(quote === null ? '' : decimalText(quote.amount, 2)),
    ...(quote && { processing_fee: wireNumber(decimalText(quote.fee, 2)) }),
    withdrawal_details: details,
    ...(type === 'crypto' && { usdt_amount: wireNumber(typed.amount) }),
  }
}

type Wire = Record<string, unknown>

/** The terms with the rate that the form was sent at: until its reply comes, it shows the figures that were confirmed. */
export function termsSent(typed: Typed, sent: Wire, terms: Terms): Terms {
  const [amount, usdt] = [readAmount(String(sent.amount)), typedUsdt(typed)]
  return amount === null || usdt === null ? terms : { ...terms, usdt_rate: rateOf(amount, usdt) }
}
