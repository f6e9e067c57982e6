/** What an entry of the history is called, and what it says besides. */
import { msg } from '@lingui/core/macro'
import type { I18n } from '@lingui/core'
import { statesThat } from '@bittkosh/contract/requests'
import type { TransactionItem } from '@bittkosh/contract/wallet'
import { moneyText } from '../kit/money/Money.tsx'

export function titleOf(item: TransactionItem, i18n: I18n): string {
  const name = item.counterparty ?? ''
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
      return i18n._(msg`BittPay to ${name}`)
    case 'balance_transfer_received':
      return i18n._(msg`BittPay from ${name}`)
    case 'referral_income':
      return i18n._(msg`Referral income`)
    case 'bonus':
      if (item.key.startsWith('bonus_taken_back')) return i18n._(msg`Welcome bonus taken back`)
      return item.key.startsWith('welcome_bonus') ? i18n._(msg`Welcome bonus`) : i18n._(msg`Package bonus`)
    case 'adjustment':
      return i18n._(msg`Adjustment`)
    default:
      return unreachable(item.type)
  }
}

/** The line below the title: the plan, the fee, the payee, the reference. */
export function sublineOf(item: TransactionItem, i18n: I18n): string {
  const { cryptocurrency, processing_fee: fee } = item.details
  if (cryptocurrency) return cryptocurrency.name
  if (item.type === 'balance_transfer_sent' && fee) return i18n._(msg`fee ${moneyText(fee)}`)
  if (item.type === 'balance_transfer_received') return item.note ?? ''
  const parts = [item.counterparty, item.type === 'deposit' ? item.transaction_id : item.note]
  return parts.filter(Boolean).join(' · ') || (item.type === 'adjustment' ? (item.admin_note ?? '') : '')
}

/** Requests and purchases carry their state; what is simply booked does not. */
export function showsStatus({ type, status }: TransactionItem): boolean {
  return status !== 'completed' || type.startsWith('balance_transfer')
}

const nothing: TransactionItem['status'][] = [...statesThat('nothing'), 'failed', 'expired']

/** Nothing moved, or all of it came back. */
export function cameToNothing({ status }: TransactionItem): boolean {
  return nothing.includes(status)
}

/** It is booked in Earn: the wallet's balance does not change by it. */
export function isInEarn({ type, key }: TransactionItem): boolean {
  return type === 'flexible_interest' || key.startsWith('welcome_bonus')
}

function unreachable(type: never): never {
  throw new Error(`unknown transaction type ${String(type)}`)
}
