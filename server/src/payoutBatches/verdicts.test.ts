import { paise } from '@bittkosh/contract/money'
import { describe, expect, test } from 'vitest'
import type { FileRow } from './resultFile.ts'
import { contradicts, isAccount, isReport, judgeResult, type KnownPayout } from './verdicts.ts'

const ADMIN = 7
const row: FileRow = {
  row: 2,
  reference: 'AAAA',
  said: 'paid',
  status: 'Success',
  amount: paise(930_00n),
  utr: 'N325260012345',
  reason: '',
  account: '',
}
const payout: KnownPayout = {
  withdrawal: 1,
  number: 'AAAA',
  amount: paise(930_00n),
  account: '001001234417',
  state: 'waiting',
  payment: 'waiting',
  claimedBy: ADMIN,
  transactionId: null,
  reported: [],
}
const judge = (file: Partial<FileRow>, known: Partial<KnownPayout> = {}, usedBy = new Map<string, number>()) => {
  const [verdict] = judgeResult([{ ...row, ...file }], { payouts: [{ ...payout, ...known }], usedBy, admin: ADMIN })
  return verdict?.problem ?? verdict?.act
}

test.each<[string, Partial<FileRow>, Partial<KnownPayout>, string]>([
  ['a paid one is paid', {}, {}, 'pay'],
  ['one that the bank had not settled is paid', {}, { state: 'unknown' }, 'pay'],
  ['one that was released in the meantime is paid', {}, { claimedBy: null }, 'pay'],
  ['a refused one is refused', { said: 'refused', utr: '' }, {}, 'refuse'],
  ['one in progress waits', { said: 'unknown', utr: '' }, {}, 'wait'],
  ['one still in progress changes nothing', { said: 'unknown' }, { state: 'unknown' }, 'done'],
  ['another admin pays it', {}, { claimedBy: 8 }, 'claimed_by_other'],
  ['another admin pays it, and it is in progress', { said: 'unknown' }, { claimedBy: 8 }, 'claimed_by_other'],
  ['paid without a reference', { utr: '' }, {}, 'no_utr'],
  ['paid with a reference of punctuation only', { utr: '--' }, {}, 'no_utr'],
  ['paid with words instead of a reference', { utr: 'N/A' }, {}, 'no_utr'],
  ['paid with a reference that a spreadsheet has rounded', { utr: '7.00000E+11' }, {}, 'no_utr'],
  [
    'paid with our own number as the reference',
    { reference: '7Q2M4XK983', utr: '7q2m 4xk983' },
    { number: '7Q2M4XK983' },
    'no_utr',
  ],
  [
    'paid before, with words instead of a reference',
    { utr: 'N/A' },
    { state: 'paid', transactionId: 'N325260012345' },
    'done',
  ],
  ['another batch', { reference: 'BBBB' }, {}, 'not_in_batch'],
  ['a paisa less', { amount: paise(929_99n) }, {}, 'amount_differs'],
  ['no amount', { amount: null }, {}, 'amount_differs'],
  ['another account', { account: '501001234418' }, {}, 'account_differs'],
  [
    'paid before with the same reference',
    { utr: 'n3252 60012345' },
    { state: 'paid', transactionId: 'N325260012345' },
    'done',
  ],
  ['paid by hand with another reference', {}, { state: 'paid', transactionId: 'OTHER1' }, 'paid_twice'],
  ['paid, returned later, and the same file again', {}, { state: 'sent_back', transactionId: 'N325260012345' }, 'done'],
  [
    'returned after it was marked as paid',
    { said: 'refused' },
    { state: 'paid', transactionId: 'N1' },
    'returned_after_paid',
  ],
  ['returned while its payment is proposed', { said: 'refused' }, { state: 'proposed' }, 'returned_after_paid'],
  ['proposed already', {}, { state: 'proposed', transactionId: 'N325260012345' }, 'done'],
  ['proposed, and in progress', { said: 'unknown', utr: '' }, { state: 'proposed', transactionId: 'OTHER1' }, 'done'],
  ['proposed with a reference that nobody knows', {}, { state: 'proposed' }, 'done'],
  ['proposed with another reference', {}, { state: 'proposed', transactionId: 'OTHER1' }, 'paid_twice'],
  ['returned, as the bank reports', { said: 'refused' }, { state: 'sent_back', transactionId: 'N1' }, 'done'],
  ['paid although rejected', {}, { state: 'rejected' }, 'paid_after_end'],
  ['paid although cancelled', {}, { state: 'cancelled' }, 'paid_after_end'],
  ['paid although taken out, and rejected since', {}, { state: 'taken_out', payment: 'rejected' }, 'paid_after_end'],
  ['paid although refused before', {}, { state: 'refused', claimedBy: null }, 'pay'],
  [
    'paid although refused before, and another admin pays it',
    {},
    { state: 'refused', claimedBy: 8 },
    'claimed_by_other',
  ],
  ['paid although taken out', {}, { state: 'taken_out', claimedBy: null }, 'pay'],
  ['in progress although taken out', { said: 'unknown' }, { state: 'taken_out' }, 'wait'],
  ['refused after it was taken out', { said: 'refused' }, { state: 'taken_out' }, 'done'],
  ['in progress, in a file from before the refusal', { said: 'unknown' }, { state: 'refused' }, 'done'],
  [
    'paid although refused before, and paid again since',
    {},
    { state: 'refused', payment: 'paid', transactionId: 'OTHER1' },
    'paid_twice',
  ],
  [
    'paid although refused before, and recorded since',
    {},
    { state: 'refused', payment: 'paid', transactionId: 'N325260012345' },
    'done',
  ],
  [
    'refused after the bank reported it as paid',
    { said: 'refused' },
    { state: 'unknown', reported: ['N1'] },
    'refused_after_report',
  ],
  [
    'refused after the bank reported it as paid without a reference',
    { said: 'refused' },
    { state: 'unknown', reported: [''] },
    'refused_after_report',
  ],
  ['paid after the bank reported it', {}, { state: 'unknown', reported: ['N1'] }, 'pay'],
  [
    'in progress after the bank reported it as paid',
    { said: 'unknown' },
    { state: 'unknown', reported: ['N1'] },
    'done',
  ],
  ['refused before, and the same file again', { said: 'refused' }, { state: 'refused' }, 'done'],
  ['rejected before, and the same file again', { said: 'refused' }, { state: 'rejected' }, 'done'],
])('%s', (_case, file, known, expected) => {
  expect(judge(file, known)).toBe(expected)
})

test('a bank reference that another withdrawal has is refused, its own is not', () => {
  expect(judge({}, {}, new Map([['N325260012345', 2]]))).toBe('utr_used')
  expect(judge({}, {}, new Map([['N325260012345', 1]]))).toBe('pay')
})

test.each<[string, Partial<FileRow>, Partial<KnownPayout>, boolean]>([
  ['of one that waits', {}, {}, true],
  ['of one that waits, without a reference', { utr: 'N/A' }, {}, true],
  ['of one that another admin pays by now', {}, { state: 'taken_out', claimedBy: 8 }, true],
  ['of one that is proposed with the same reference', {}, { state: 'proposed', transactionId: row.utr }, true],
  ['of one that was given back', {}, { state: 'rejected' }, true],
  ['of one that was marked as paid with another reference', {}, { state: 'paid', transactionId: 'OTHER1' }, true],
  ['that was marked as paid already', {}, { state: 'paid', transactionId: row.utr }, false],
  ['that was marked as paid and sent back', {}, { state: 'sent_back', transactionId: row.utr }, false],
  [
    'of one that was marked as paid, without a reference',
    { utr: '' },
    { state: 'paid', transactionId: 'OTHER1' },
    false,
  ],
  ['in progress', { said: 'unknown' }, {}, false],
  ['that was refused', { said: 'refused' }, {}, false],
])('a payment %s is kept as reported: %#', (_case, file, known, expected) => {
  expect(isReport({ ...row, ...file }, { ...payout, ...known })).toBe(expected)
})

test.each<[string, Partial<FileRow>, string, boolean]>([
  ['refused, paid before', { said: 'refused', utr: '' }, 'N325260012345', true],
  ['refused, paid before without a reference', { said: 'refused', utr: '' }, '', true],
  ['paid again with the same reference', {}, 'N325260012345', false],
  ['paid again with another reference', {}, 'N325260012346', true],
  ['paid again, now with a reference', {}, '', false],
])('a row contradicts an earlier report: %s', (_case, file, reported, expected) => {
  expect(contradicts({ ...row, ...file }, reported)).toBe(expected)
})

describe('several rows', () => {
  const second = { ...payout, withdrawal: 2, number: 'BBBB' }
  const judgeAll = (...rows: Partial<FileRow>[]) =>
    judgeResult(
      rows.map((change) => ({ ...row, ...change })),
      { payouts: [payout, second], usedBy: new Map(), admin: ADMIN },
    ).map(({ act, problem }) => problem ?? act)

  test.each<[string, Partial<FileRow>[], string[]]>([
    ['each with its own reference', [{}, { reference: 'BBBB', utr: 'N325260012346' }], ['pay', 'pay']],
    ['one withdrawal twice', [{}, { utr: 'N325260012346' }], ['twice', 'twice']],
    ['one reference of the bank for two', [{}, { reference: 'BBBB' }], ['utr_used', 'utr_used']],
    ['no reference for two', [{ utr: 'N/A' }, { reference: 'BBBB', utr: 'N/A' }], ['no_utr', 'no_utr']],
    ['the reference of a refused one does not count', [{}, { reference: 'BBBB', said: 'refused' }], ['pay', 'refuse']],
  ])('%s', (_case, rows, expected) => {
    expect(judgeAll(...rows)).toEqual(expected)
  })
})

test.each([
  ['', '001001234417', true],
  ['001001234417', '001001234417', true],
  ['1001234417', '001001234417', true],
  ['0010 0123 4417', '001001234417', true],
  ['XXXXXXXX4417', '001001234417', true],
  ['********4417', '001001234417', true],
  ['XXXXXXXX4418', '001001234417', false],
  ['001001234418', '001001234417', false],
  ['1.00123E+11', '001001234417', false],
  ['001001234417', '', true],
])('the account %j for %j: %s', (written, account, fits) => {
  expect(isAccount(written, account)).toBe(fits)
})
