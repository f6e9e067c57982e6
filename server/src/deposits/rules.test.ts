import { paise, ppm } from '@bittkosh/contract/money'
import { expect, test } from 'vitest'
import { judgeDecision, judgeRequest, judgeReversal, type DecisionFacts, type RequestFacts } from './rules.ts'

const request: RequestFacts = {
  amount: paise(1000_00n),
  isPackage: false,
  minimum: paise(1000_00n),
  methodActive: true,
  pending: 0,
  pendingMax: 5,
  usdtRate: null,
  usdtAmount: undefined,
}

const moved = (rate: bigint) => ({ code: 'rate_moved', field: 'usdt_amount', params: { rate } })
test.each<[string, Partial<RequestFacts>, object | null]>([
  ['exactly the minimum is taken', {}, null],
  [
    'a paisa less is not',
    { amount: paise(999_99n) },
    { code: 'below_minimum', field: 'amount', params: { of: 'deposit', minimum: 1000_00n } },
  ],
  ['a package has its own price', { amount: paise(100n), isPackage: true }, null],
  [
    'a method that was switched off in the meantime',
    { methodActive: false },
    { code: 'method_unavailable', field: 'payment_method' },
  ],
  ['a fifth request may wait', { pending: 4 }, null],
  ['a sixth may not', { pending: 5 }, { code: 'too_many_pending' }],
  ['any number if there is no limit', { pending: 50, pendingMax: null }, null],
  ['USDT at the rate of the moment', { usdtRate: paise(90_00n), usdtAmount: 11_111_111n }, null],
  ['USDT at a rate that has moved', { usdtRate: paise(91_00n), usdtAmount: 11_111_111n }, moved(91_00n)],
  ['USDT that were typed before another method was chosen', { usdtAmount: 1n }, null],
  [
    'the cents that cover the price of a package',
    { isPackage: true, amount: paise(1000_00n), usdtRate: paise(90_00n), usdtAmount: 11_120_000n },
    null,
  ],
  [
    'the cents that covered a package at another rate',
    { isPackage: true, amount: paise(1000_00n), usdtRate: paise(91_00n), usdtAmount: 11_120_000n },
    moved(91_00n),
  ],
  [
    'more cents than a deposit is worth',
    { amount: paise(1000_00n), usdtRate: paise(90_00n), usdtAmount: 11_120_000n },
    moved(90_00n),
  ],
  ['a client that sends no USDT amount', { usdtRate: paise(91_00n) }, null],
])('%s', (_case, facts, refused) => {
  expect(judgeRequest({ ...request, ...facts })).toEqual(refused === null ? { fine: true } : { refused })
})

const decision: DecisionFacts = {
  status: 'approved',
  approvedAmount: paise(1000_00n),
  preset: null,
  note: null,
  requested: paise(1000_00n),
  excess: ppm(100_000n),
  bonus: null,
}

const noteMissing = { code: 'differing_amount_note_required', field: 'admin_note' }
const noAmount = { code: 'amount_required', field: 'approved_amount' }
const above = (largest: bigint) => ({ code: 'above_requested', field: 'approved_amount', params: { largest } })
test.each<[string, Partial<DecisionFacts>, object]>([
  ['the requested amount needs no note', {}, { amount: 1000_00n, bonus: 0n }],
  ['less needs one', { approvedAmount: paise(999_99n) }, noteMissing],
  ['more needs one too', { approvedAmount: paise(1000_01n) }, noteMissing],
  ['a tenth more with a note', { approvedAmount: paise(1100_00n), note: 'Arrived' }, { amount: 1100_00n, bonus: 0n }],
  ['a paisa above a tenth more', { approvedAmount: paise(1100_01n), note: 'Arrived' }, above(1100_00n)],
  [
    'the largest is rounded down to the paisa',
    { requested: paise(15n), approvedAmount: paise(17n), note: 'Arrived' },
    above(16n),
  ],
  [
    'no excess if the setting is zero',
    { approvedAmount: paise(1000_01n), note: 'x', excess: ppm(0n) },
    above(1000_00n),
  ],
  ['less with a note', { approvedAmount: paise(1n), note: 'Arrived' }, { amount: 1n, bonus: 0n }],
  ['no amount', { approvedAmount: null, note: 'x' }, noAmount],
  ['an amount that was not sent', { approvedAmount: undefined, note: 'x' }, noAmount],
  ['nothing', { approvedAmount: paise(0n), note: 'x' }, noAmount],
  ['a bonus is calculated on the approved amount', { bonus: ppm(50_000n) }, { amount: 1000_00n, bonus: 50_00n }],
  [
    'half a paisa of bonus rounds up',
    { approvedAmount: paise(10n), note: 'x', bonus: ppm(50_000n) },
    { amount: 10n, bonus: 1n },
  ],
  ['a rejection with a note', { status: 'rejected' }, { code: 'rejection_note_required', field: 'admin_note' }],
  ['a rejection with a usual reason', { status: 'rejected', preset: 'payment_failed' }, { amount: null, bonus: 0n }],
  [
    'a rejection credits nothing, whatever amount was sent',
    { status: 'rejected', note: 'Not found', bonus: ppm(50_000n) },
    { amount: null, bonus: 0n },
  ],
])('%s', (_case, facts, expected) => {
  const decided = judgeDecision({ ...decision, ...facts })
  expect('refused' in decided ? decided.refused : decided).toEqual(expected)
})

test.each([
  ['the wallet holds exactly amount and bonus', 1020_00n, null],
  ['a paisa is missing', 1019_99n, { holds: 1019_99n, missing: 1n }],
  ['all of it was spent', 0n, { holds: 0n, missing: 1020_00n }],
])('a reversal when %s', (_case, wallet, params) => {
  const judged = judgeReversal({ amount: paise(1000_00n), bonus: paise(20_00n), wallet: paise(wallet) })
  expect(judged).toEqual(params === null ? { fine: true } : { refused: { code: 'wallet_holds_less', params } })
})
