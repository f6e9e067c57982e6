/** A pending deposit, for tests. */
import type { AdminDeposit } from '@bittkosh/contract/deposits'
import { paise, ppm } from '@bittkosh/contract/money'

const at = new Date('2026-11-21T05:00:00Z')
export const deposit: AdminDeposit = {
  id: 1,
  number: 'K7Q2M9XR4T',
  requested_amount: paise(10_000_00n),
  approved_amount: null,
  transaction_id: '432198761234',
  status: 'pending',
  admin_note: null,
  created_at: at,
  decided_at: null,
  reversed_at: null,
  reversal_reason: null,
  reference_freed: false,
  largest_approved: null,
  method: { id: 1, name: 'UPI', type: 'upi', payee_since: at },
  package: null,
  usdt_amount: null,
  usdt_rate: null,
  usdt_rate_is_fallback: false,
  user: {
    id: 1,
    name: 'Asha Rao',
    email: null,
    phone: null,
    registered_at: at,
    is_active: true,
    is_frozen: false,
    is_linked_to_you: false,
    wallet_balance: paise(500_00n),
    kyc_approved: true,
  },
  payee: { type: 'upi', details: { upi_id: 'a@b', merchant_name: null, qr_code_url: null } },
  has_former_payee: false,
  decided_by: null,
  marks: { flags: [], assigned_to: null },
  seen_before: [],
  is_first: true,
  recent: [],
}

/** A package that the deposit may be the price of. */
export const family = {
  id: 3,
  name: 'Family',
  amount: paise(10_000_00n),
  bonus_percentage: ppm(50_000n),
  bonus_amount: paise(500_00n),
}
