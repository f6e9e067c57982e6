import { paise } from '@bittkosh/contract/money'
import { describe, expect, test } from 'vitest'
import { isNamed, judgeUse, matchLines, type Pair } from './rules.ts'

const pair: Pair = {
  kind: 'deposit',
  line: 1,
  lineAmount: paise(1500_00n),
  day: '2026-11-20',
  texts: 'UPI/CR/432198761234/ASHA RAO/HDFC',
  request: 10,
  status: 'pending',
  requestAmount: paise(1500_00n),
  requestDay: '2026-11-20',
  byReference: false,
  byQrReference: false,
  person: { name: 'Asha Rao', phone: '+919811122233' },
  sameAccount: true,
  isTaken: false,
}

describe('one line and one request', () => {
  test.each<[string, Partial<Pair>, string | undefined, string[]]>([
    ['the transaction ID and the amount', { byReference: true }, 'suggested', ['reference', 'amount', 'payer', 'day']],
    [
      'the mark of the QR code and the amount',
      { byQrReference: true },
      'suggested',
      ['qr_reference', 'amount', 'payer', 'day', 'other_reference'],
    ],
    [
      'the transaction ID with another amount',
      { byReference: true, lineAmount: paise(1400_00n) },
      'mismatched',
      ['reference', 'payer', 'day', 'other_amount'],
    ],
    [
      'the transaction ID weeks later',
      { byReference: true, day: '2026-12-20' },
      'suggested',
      ['reference', 'amount', 'payer'],
    ],
    [
      'the transaction ID on another of our accounts',
      { byReference: true, sameAccount: false },
      'suggested',
      ['reference', 'amount', 'payer', 'day', 'other_account'],
    ],
    ['amount, payer and day', {}, 'suggested', ['amount', 'payer', 'day', 'other_reference']],
    [
      'amount and payer three days apart',
      { day: '2026-11-23' },
      'suggested',
      ['amount', 'payer', 'day', 'other_reference'],
    ],
    ['amount and payer four days apart', { day: '2026-11-24' }, undefined, []],
    ['amount and day of somebody else', { texts: 'UPI/CR/1/RAVI KUMAR' }, undefined, []],
    ['payer and day with a paisa less', { lineAmount: paise(1499_99n) }, undefined, []],
    [
      'amount, payer and day on another of our accounts',
      { sameAccount: false },
      'suggested',
      ['amount', 'payer', 'day', 'other_reference', 'other_account'],
    ],
    ['amount, payer and day of what was approved', { status: 'settled' }, undefined, []],
    [
      'the transaction ID of what was approved',
      { status: 'settled', byReference: true },
      'matched',
      ['reference', 'amount', 'payer', 'day'],
    ],
    [
      'the transaction ID of what was approved with another amount',
      { status: 'settled', byReference: true, requestAmount: paise(1600_00n) },
      'mismatched',
      ['reference', 'payer', 'day', 'other_amount'],
    ],
  ])('%s', (_case, change, state, reasons) => {
    const [match] = matchLines([{ ...pair, ...change }])
    expect([match?.state, match?.reasons ?? []]).toEqual([state, reasons])
  })
})

describe('a payout that came back', () => {
  const back: Pair = { ...pair, kind: 'return', texts: 'NEFT RETURN/HDFCN52026112000001/ASHA RAO/ACCOUNT CLOSED' }
  test.each<[string, Partial<Pair>, string | undefined, string[]]>([
    ['with its reference', { byReference: true }, 'suggested', ['reference', 'amount', 'payer', 'day', 'returned']],
    [
      'with its reference and no word of it, weeks later',
      { byReference: true, texts: 'CREDIT', day: '2026-12-20' },
      'suggested',
      ['reference', 'amount'],
    ],
    [
      'with its reference and another amount',
      { byReference: true, lineAmount: paise(1490_00n) },
      'mismatched',
      ['reference', 'payer', 'day', 'returned', 'other_amount'],
    ],
    [
      'with its reference, given back already',
      { byReference: true, status: 'settled' },
      'matched',
      ['reference', 'amount', 'payer', 'day', 'returned'],
    ],
    ['with amount, name and the word', {}, 'suggested', ['amount', 'payer', 'day', 'returned', 'other_reference']],
    [
      'with amount, name and the word ten days later',
      { day: '2026-11-30' },
      'suggested',
      ['amount', 'payer', 'day', 'returned', 'other_reference'],
    ],
    ['with amount, name and the word eleven days later', { day: '2026-12-01' }, undefined, []],
    ['with amount, name and the word before it was paid', { day: '2026-11-19' }, undefined, []],
    ['with amount and name, not said to be returned', { texts: 'NEFT ASHA RAO' }, undefined, []],
    ['said to be returned, of somebody else', { texts: 'RTN RAVI KUMAR' }, undefined, []],
    ['with amount, name and the word, given back already', { status: 'settled' }, undefined, []],
  ])('%s', (_case, change, state, reasons) => {
    const [match] = matchLines([{ ...back, ...change }])
    expect([match?.state, match?.reasons ?? []]).toEqual([state, reasons])
  })

  test('is not a deposit of the same person and amount', () => {
    expect(matchLines([{ ...pair, texts: back.texts, request: 11 }, back])).toMatchObject([
      { kind: 'return', request: 10, state: 'suggested' },
    ])
  })
  test('is another request than the deposit with the same number', () => {
    const deposit = { ...pair, line: 2, byReference: true }
    expect(matchLines([deposit, { ...back, byReference: true }])).toMatchObject([
      { line: 1, kind: 'return', state: 'suggested' },
      { line: 2, kind: 'deposit', state: 'suggested' },
    ])
  })
})

describe('several', () => {
  const stateOf = (pairs: Pair[]) =>
    matchLines(pairs).map(({ line, request, state, reasons }) => [line, request, state, reasons.includes('several')])

  test('the reference outweighs amount, payer and day', () => {
    expect(stateOf([pair, { ...pair, request: 11, byReference: true }])).toEqual([[1, 11, 'suggested', false]])
  })
  test('of two equal candidates the nearer day is suggested, with a note that there are several', () => {
    expect(
      stateOf([
        { ...pair, requestDay: '2026-11-18' },
        { ...pair, request: 11 },
      ]),
    ).toEqual([[1, 11, 'suggested', true]])
  })
  test('a request is suggested to one line only', () => {
    expect(stateOf([pair, { ...pair, line: 2, day: '2026-11-21' }])).toEqual([[1, 10, 'suggested', true]])
  })
  test('two lines with one transaction ID: the second is a mismatch', () => {
    const both = { ...pair, byReference: true }
    expect(stateOf([both, { ...both, line: 2 }])).toEqual([
      [1, 10, 'suggested', true],
      [2, 10, 'mismatched', true],
    ])
  })
  test.each<[string, Partial<Pair>, Partial<Pair>, [number, string]]>([
    [
      'a deposit that was approved, days before one that waits',
      { status: 'settled', byReference: true, requestDay: '2026-11-18' },
      { byReference: true },
      [10, 'matched'],
    ],
    [
      'a deposit approved by its QR code, before one that waits with an ID of the line',
      { status: 'settled', byQrReference: true },
      { byReference: true },
      [10, 'matched'],
    ],
    [
      'a payout that was given back, before a deposit with its reference',
      { kind: 'return', status: 'settled', byReference: true, requestDay: '2026-11-18' },
      { byReference: true },
      [10, 'matched'],
    ],
    [
      'a payout that came back, before a deposit with its reference',
      { kind: 'return', byReference: true, requestDay: '2026-11-18' },
      { byReference: true },
      [10, 'suggested'],
    ],
    [
      'a deposit that waits, before one that another line has proven',
      { status: 'settled', isTaken: true, byReference: true },
      { byReference: true, requestDay: '2026-11-18' },
      [11, 'suggested'],
    ],
  ])('one line has the references of two requests: %s', (_case, first, second, [request, state]) => {
    const pairs = [
      { ...pair, ...first },
      { ...pair, request: 11, ...second },
    ]
    for (const order of [pairs, pairs.toReversed()])
      expect(matchLines(order)).toMatchObject([{ line: 1, request, state }])
  })
  test('a deposit that another line of the same file proves hides no other one', () => {
    const approved = { ...pair, status: 'settled' as const, byReference: true }
    const waits = { ...pair, line: 2, request: 11, byReference: true, requestDay: '2026-11-18' }
    expect(stateOf([approved, { ...approved, line: 2 }, waits])).toEqual([
      [1, 10, 'matched', true],
      [2, 11, 'suggested', true],
    ])
  })
  test('a line with the QR mark of one deposit and the transaction ID of another says that there are several', () => {
    expect(
      stateOf([
        { ...pair, byQrReference: true },
        { ...pair, request: 11, byReference: true },
      ]),
    ).toEqual([[1, 11, 'suggested', true]])
  })
  test('a request that another line has proven is a mismatch by its reference, and otherwise no match', () => {
    expect(stateOf([{ ...pair, byReference: true, status: 'settled', isTaken: true }])).toEqual([
      [1, 10, 'mismatched', false],
    ])
    expect(stateOf([{ ...pair, isTaken: true }])).toEqual([])
  })
})

test.each([
  ['both names', 'UPI-ASHA RAO-HDFC', 'Asha Rao', true],
  ['written together', 'asharao@okhdfc', 'Asha Rao', true],
  ['a last name that the bank cut off', 'UPI/ASHA RAMACHAN/', 'Asha Ramachandran', true],
  ['a middle name that the bank leaves out', 'ASHA RAO', 'Asha Devi Rao', true],
  ['the phone number', '9811122233@ybl', 'Somebody Else', true],
  ['the first name alone', 'UPI/ASHA/SBI', 'Asha Rao', false],
  ['a name inside another word', 'PRAKASHAN RAOSAHEB', 'Asha Rao', false],
  ['a name of one word', 'UPI/ASHA/SBI', 'Asha', true],
])('%s', (_case, texts, name, named) => {
  expect(isNamed(texts, { name, phone: '+919811122233' })).toBe(named)
})

test.each([
  ['unmatched', 1n, undefined],
  ['suggested', 1n, undefined],
  ['mismatched', 1n, undefined],
  ['matched', 1n, 'line_used'],
  ['ignored', 1n, 'line_used'],
  ['unmatched', -1n, 'not_incoming'],
] as const)('a line that is %s with %s paise', (state, amount, code) => {
  const judged = judgeUse({ state, amount: paise(amount) })
  expect('refused' in judged ? judged.refused.code : undefined).toBe(code)
})
