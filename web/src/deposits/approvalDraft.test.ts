import type { AdminDeposit } from '@bittkosh/contract/deposits'
import { paise, ppm } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { approvalOf, approvalProblem, freshDraft } from './approvalDraft.ts'

const at = new Date('2026-11-21T05:00:00Z')
const deposit: AdminDeposit = {
  id: 1,
  requested_amount: paise(10_000_00n),
  approved_amount: null,
  transaction_id: '432198761234',
  status: 'pending',
  admin_note: null,
  created_at: at,
  decided_at: null,
  method: { id: 1, name: 'UPI', type: 'upi' },
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
    wallet_balance: paise(500_00n),
    kyc_approved: true,
  },
  payee: { type: 'upi', details: { upi_id: 'a@b', merchant_name: null, qr_code_url: null } },
  decided_by: null,
  seen_before: [],
  recent: [],
}
const family = {
  id: 3,
  name: 'Family',
  amount: paise(10_000_00n),
  bonus_percentage: ppm(50_000n),
  bonus_amount: paise(500_00n),
}

test('the requested amount stands there and can be approved at once', () => {
  const draft = freshDraft(deposit)
  expect(draft).toEqual({ amount: '10000', note: '' })
  expect(approvalProblem(deposit, draft)).toBeNull()
  expect(approvalOf(deposit, draft)).toEqual({ amount: 10_000_00n, bonus: 0n, balanceAfter: 10_500_00n })
})

test('another amount of a package carries the bonus of that amount', () => {
  const approval = approvalOf({ ...deposit, package: family }, { amount: '8000', note: '' })
  expect(approval).toEqual({ amount: 8_000_00n, bonus: 400_00n, balanceAfter: 8_900_00n })
})

test.each([
  ['no amount', { amount: '', note: 'x' }, 'amount'],
  ['nothing', { amount: '0', note: 'x' }, 'amount'],
  ['another amount without a reason', { amount: '9999', note: ' ' }, 'note'],
] as const)('%s does not reach the confirm', (_what, draft, field) => {
  expect(approvalProblem(deposit, draft)).toBe(field)
})
