import { paise } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { approvalOf, approvalProblem, freshDraft } from './approvalDraft.ts'
import { deposit, family } from './testing/deposit.ts'

const largest = paise(11_000_00n)

test('the requested amount is filled in and can be approved immediately', () => {
  const draft = freshDraft(deposit)
  expect(draft).toEqual({ amount: '10000', note: '' })
  expect(approvalProblem(deposit, draft, largest)).toBeNull()
  expect(approvalOf(deposit, draft)).toEqual({ amount: 10_000_00n, bonus: 0n, balanceAfter: 10_500_00n })
})

test('another amount of a package has the bonus of that amount', () => {
  const approval = approvalOf({ ...deposit, package: family }, { amount: '8000', note: '' })
  expect(approval).toEqual({ amount: 8_000_00n, bonus: 400_00n, balanceAfter: 8_900_00n })
})

test.each([
  ['no amount', { amount: '', note: 'x' }, 'amount', { code: 'amount_required' }],
  ['nothing', { amount: '0', note: 'x' }, 'amount', { code: 'amount_required' }],
  [
    'more than a tenth above',
    { amount: '11000.01', note: 'x' },
    'amount',
    { code: 'above_requested', field: 'approved_amount', params: { largest: 11_000_00n } },
  ],
  [
    'another amount without a reason',
    { amount: '9999', note: ' ' },
    'note',
    { code: 'differing_amount_note_required' },
  ],
] as const)('%s does not open the confirm dialog', (_what, draft, field, refused) => {
  expect(approvalProblem(deposit, draft, largest)).toEqual({ field, refused })
})
