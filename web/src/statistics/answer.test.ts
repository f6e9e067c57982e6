import { type Paise, paise } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { answerOf, dueOf, spoken } from './answer.ts'

const rupees = (sum: number): Paise => paise(BigInt(sum) * 100n)

test.each([
  ['everything is there', { inHand: 100, owed: 80, due: 50 }, { sort: 'covered' }],
  ['to the rupee', { inHand: 80, owed: 80, due: 80 }, { sort: 'covered' }],
  ['enough for now, not for all that is owed', { inHand: 70, owed: 80, due: 50 }, { sort: 'missing', amount: 10 }],
  ['not even what falls due', { inHand: 40, owed: 80, due: 50 }, { sort: 'short', amount: 10 }],
  ['more was paid than received', { inHand: -5, owed: 0, due: 0 }, { sort: 'short', amount: 5 }],
] as const)('%s', (_case, { inHand, owed, due }, answer) => {
  const expected = 'amount' in answer ? { ...answer, amount: rupees(answer.amount) } : answer
  expect(answerOf({ inHand: rupees(inHand), owed: rupees(owed), due: rupees(due) })).toEqual(expected)
})

test.each([
  [1_10_00_000, { unit: 'crore', figure: '1.10' }],
  [99_99_999, { unit: 'lakh', figure: '99.99' }],
  [1_00_000, { unit: 'lakh', figure: '1.00' }],
  [99_999, { unit: null, figure: '99,999' }],
  [0, { unit: null, figure: '0' }],
])('₹%d in readable form', (sum, said) => expect(spoken(rupees(sum))).toEqual(said))

test.each([
  [1n, '0.01'],
  [99n, '0.99'],
  [100n, '1'],
])('%d paise in readable form', (sum, figure) => expect(spoken(paise(sum))).toEqual({ unit: null, figure }))

test('plans of thirty days with their profit, and money held for withdrawals, are due', () => {
  const step = (days: number) => ({ days, principal: rupees(days), profit: rupees(1) })
  expect(dueOf([7, 30, 90].map(step), rupees(5))).toBe(rupees(36))
  expect(dueOf([], rupees(5))).toBe(rupees(5))
})
