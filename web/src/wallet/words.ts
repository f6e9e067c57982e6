/** The name of an entry in the history, and the text beside it. */
import { msg } from '@lingui/core/macro'
import type { I18n } from '@lingui/core'
import { statesThat } from '@bittkosh/contract/requestStates'
import { dayOf } from '@bittkosh/contract/time'
import type { TransactionItem } from '@bittkosh/contract/wallet'
import { moneyText } from '../kit/money/Money.tsx'

/** At the top of a receipt, and when it is shared. */
export function titleOf(item: TransactionItem, i18n: I18n): string {
  const name = item.counterparty ?? ''
  if (item.type === 'balance_transfer_sent') return i18n._(msg`BittPay to ${name}`)
  if (item.type === 'balance_transfer_received') return i18n._(msg`BittPay from ${name}`)
  const bought = item.direction === 'in' && item.details.package?.name
  return bought ? i18n._(msg`Package ${bought}`) : kindOf(item, i18n)
}

/** The kind of a line. */
export function kindOf(item: TransactionItem, i18n: I18n): string {
  switch (item.type) {
    case 'deposit':
      return item.direction === 'out' ? i18n._(msg`Deposit reversed`) : i18n._(msg`Deposit`)
    case 'withdrawal':
      return i18n._(msg`Withdrawal`)
    case 'flexible_deposit':
      return i18n._(msg`Moved to Earn`)
    case 'flexible_withdraw':
      return i18n._(msg`Moved from Earn`)
    case 'flexible_interest':
      return i18n._(msg`Earn interest`)
    case 'crypto_investment':
      return item.direction === 'out' ? i18n._(msg`Plan bought`) : i18n._(msg`Plan claimed`)
    case 'balance_transfer_sent':
    case 'balance_transfer_received':
      return i18n._(msg`BittPay`)
    case 'referral_income':
      return i18n._(msg`Referral income`)
    case 'bonus':
      if (item.key.startsWith('bonus_taken_back')) return i18n._(msg`Welcome bonus revoked`)
      return item.key.startsWith('welcome_bonus') ? i18n._(msg`Welcome bonus`) : i18n._(msg`Package bonus`)
    case 'adjustment':
      return i18n._(msg`Adjustment`)
    default:
      return item.type satisfies never
  }
}

/** The start of a line: the other side, or the kind if there is none. */
export function nameOf(item: TransactionItem, i18n: I18n): string {
  return item.counterparty ?? kindOf(item, i18n)
}

/** A line's additional text, if any: the reference, the fee, the note, the reason of a correction. */
export function detailOf(item: TransactionItem, i18n: I18n): string | null {
  const { processing_fee: fee } = item.details
  if (item.type === 'deposit') return item.transaction_id
  if (item.type === 'adjustment') return item.admin_note
  if (item.type === 'balance_transfer_sent' && fee && !item.note) return i18n._(msg`fee ${moneyText(fee)}`)
  return item.note
}

/** When the money came into the wallet, if that was on a later day than the line's, which is the one of the request. */
export function creditedLater(item: TransactionItem): Date | null {
  const { type, status, created_at: at } = item
  const isCredited = type === 'bonus' || (type === 'deposit' && (granted.includes(status) || item.undone_at !== null))
  const credited = isCredited ? item.decided_at : item.returned_at
  return credited && dayOf(credited) !== dayOf(at) ? credited : null
}

/** Shown if a line is not simply done: it is pending, running, or came to nothing. */
export function showsStatus({ status }: TransactionItem): boolean {
  return status !== 'completed' && status !== 'approved'
}

const granted: TransactionItem['status'][] = statesThat('granted')
const nothing: TransactionItem['status'][] = [...statesThat('nothing'), 'failed', 'expired']
const waiting: TransactionItem['status'][] = statesThat('waits')

/** Nothing moved, or all of it came back. */
export function cameToNothing({ status }: TransactionItem): boolean {
  return nothing.includes(status)
}

/** Somebody still has to decide, pay or confirm it. */
export function waits({ status }: TransactionItem): boolean {
  return waiting.includes(status)
}

/** A transfer for which nothing has been deducted: its sender still has to enter the code. */
export function waitsForCode(item: TransactionItem): boolean {
  return item.type === 'balance_transfer_sent' && waits(item)
}
