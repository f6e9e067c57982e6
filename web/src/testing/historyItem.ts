import { transactionItem } from '@bittkosh/contract/wallet'
import * as z from 'zod/mini'

type Sent = z.input<typeof transactionItem>

/** A line of the wallet's history as the server sends it: by default a pending withdrawal. */
export function sentItem(change: Partial<Sent> = {}): Sent {
  return {
    key: 'withdrawal-1',
    id: 1,
    number: 'K7Q2M9XR4T',
    entries: null,
    type: 'withdrawal',
    status: 'pending',
    direction: 'out',
    account: 'wallet',
    amount: 1,
    requested_amount: null,
    approved_amount: null,
    transaction_id: null,
    created_at: '2026-11-20T05:00:00.000Z',
    decided_at: null,
    returned_at: null,
    being_paid: false,
    undone_at: null,
    due_at: null,
    admin_note: null,
    note: null,
    counterparty: null,
    details: {
      cryptocurrency: null,
      profit_earned: null,
      is_withdrawn: null,
      processing_fee: null,
      transaction_id: null,
      approved_amount: null,
      package: null,
      usdt: null,
      balance_after: null,
    },
    ...change,
  }
}

/** The same in decoded form. */
export const readItem = (change: Partial<Sent> = {}) => z.decode(transactionItem, sentItem(change))
