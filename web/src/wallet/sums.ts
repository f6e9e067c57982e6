/** The figures of a receipt, from the requested amount to the final one. */
import { add, negate, type Paise, subtract, ZERO } from '@bittkosh/contract/money'
import type { TransactionItem } from '@bittkosh/contract/wallet'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { cameToNothing, waits } from './words.ts'

export type Sum = {
  label: MessageDescriptor
  amount: Paise
  /** `extra` shows a +; the total is double-ruled; the account's balance is not shared. */
  look: 'plain' | 'extra' | 'total' | 'balance'
}

export function sumsOf(item: TransactionItem): Sum[] {
  if (cameToNothing(item)) {
    const label = item.type === 'withdrawal' ? msg`Back in your wallet` : msg`Requested, not moved`
    return [{ label, amount: item.amount, look: 'total' }]
  }
  const after = item.details.balance_after
  if (after === null || item.undone_at !== null) return movedBy(item)
  const label = item.account === 'earn' ? msg`In Earn after` : msg`Wallet after`
  return [...movedBy(item), { label, amount: after, look: 'balance' }]
}

function movedBy(item: TransactionItem): Sum[] {
  const { type, amount, details } = item
  const { processing_fee: fee, profit_earned: profit } = details
  if (type === 'deposit') return item.direction === 'in' ? ofDeposit(item) : ofReversal(item)
  if (type === 'withdrawal' && fee !== null)
    return [
      { label: msg`You asked for`, amount, look: 'plain' },
      { label: msg`Processing fee`, amount: negate(fee), look: 'plain' },
      { label: msg`You receive`, amount: subtract(amount, fee), look: 'total' },
    ]
  if (type === 'balance_transfer_sent' && fee !== null)
    return [
      { label: msg`Amount`, amount: subtract(amount, fee), look: 'plain' },
      { label: msg`Fee`, amount: fee, look: 'plain' },
      { label: msg`Total leaving your wallet`, amount, look: 'total' },
    ]
  if (type === 'crypto_investment' && item.direction === 'in' && profit !== null)
    return [
      { label: msg`You put in`, amount: subtract(amount, profit), look: 'plain' },
      { label: msg`Profit`, amount: profit, look: 'plain' },
      { label: msg`You got`, amount, look: 'total' },
    ]
  return [{ label: msg`Amount`, amount, look: 'total' }]
}

/** The bonus of a package is on the approved amount; until then it is promised on the price. */
function ofDeposit(item: TransactionItem): Sum[] {
  const { amount, requested_amount: requested, details } = item
  const bonus = details.package?.bonus_amount ?? ZERO
  const total = add(amount, bonus)
  const differs = requested !== null && requested !== amount
  const asked: Sum[] = differs ? [{ label: msg`Requested`, amount: requested, look: 'plain' }] : []
  const label = differs ? msg`Approved` : bonus > 0n && waits(item) ? msg`You pay` : msg`Amount`
  const credited: Sum[] =
    bonus > 0n
      ? [
          { label, amount, look: 'plain' },
          { label: msg`Bonus`, amount: bonus, look: 'extra' },
          { label: waits(item) ? msg`Goes to your wallet` : msg`Into your wallet`, amount: total, look: 'total' },
        ]
      : [{ label, amount, look: 'total' }]
  const undone: Sum[] =
    item.undone_at === null ? [] : [{ label: msg`Taken back`, amount: negate(total), look: 'plain' }]
  return [...asked, ...credited, ...undone]
}

/** A reversal takes back the bonus with the amount. */
function ofReversal({ amount, details }: TransactionItem): Sum[] {
  const bonus = details.package?.bonus_amount ?? ZERO
  if (bonus === 0n) return [{ label: msg`Amount`, amount, look: 'total' }]
  return [
    { label: msg`Amount`, amount: subtract(amount, bonus), look: 'plain' },
    { label: msg`Bonus`, amount: bonus, look: 'plain' },
    { label: msg`Total leaving your wallet`, amount, look: 'total' },
  ]
}
