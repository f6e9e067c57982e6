import { paise } from '@bittkosh/contract/money'
import { describe, expect, test } from 'vitest'
import type { Cells } from '../bankStatements/actions.ts'
import { findHeadings, isReadable, readResult, resultStatusOf } from './resultFile.ts'

const rowsOf = (cells: Cells) => readResult(cells, findHeadings(cells))

describe('unknown headings', () => {
  const cells = [
    ['Upload', '4711'],
    ['Our No', 'Bank No', 'Rupees', 'Outcome'],
    ['OURS1', 'N4711', '930', 'Paid'],
  ]

  test('are those of the widest row, and nothing is read until columns are chosen', () => {
    const found = findHeadings(cells)
    expect(found).toMatchObject({ row: 1, headings: ['Our No', 'Bank No', 'Rupees', 'Outcome'] })
    expect([isReadable(found.columns), readResult(cells, found)]).toEqual([false, []])
  })
  test('let the rows be read once columns are chosen', () => {
    const columns = { reference: 'Our No', utr: 'Bank No', amount: 'Rupees', status: 'Outcome' }
    expect(readResult(cells, { row: 1, columns })).toMatchObject([
      { row: 3, reference: 'OURS1', said: 'paid', amount: paise(930_00n), utr: 'N4711', reason: '', account: '' },
    ])
  })
})

describe('the rows of a result', () => {
  test('are found below details of the upload, by their headings in any order', () => {
    const cells = [
      ['Bulk upload 4711', '', ''],
      [],
      [
        'Sr No',
        'UTR No.',
        'Customer Reference No',
        'Amount (INR)',
        'Transaction Status',
        'Reject Reason',
        'Bene Account No',
      ],
      ['1', "'N325260012345", ' 7q2m4xk9tb ', '1,00,930.00', 'Success', '', 'XXXXXXXX4417'],
      ['2', '', '8Q2M4XK9TB', '930.5', 'Rejected', 'Account closed', ''],
      ['Total', '', '', '1,01,860.50', '', '', ''],
    ]
    expect(rowsOf(cells)).toEqual([
      {
        row: 4,
        reference: '7Q2M4XK9TB',
        said: 'paid',
        status: 'Success',
        amount: paise(100_930_00n),
        utr: 'N325260012345',
        reason: '',
        account: 'XXXXXXXX4417',
      },
      {
        row: 5,
        reference: '8Q2M4XK9TB',
        said: 'refused',
        status: 'Rejected',
        amount: paise(930_50n),
        utr: '',
        reason: 'Account closed',
        account: '',
      },
    ])
  })

  test('use our own reference even if the bank adds one of its own', () => {
    const cells = [
      ['Reference', 'Client Reference', 'Amount', 'Status'],
      ['BANK1', 'OURS1', '1', 'Paid'],
    ]
    expect(rowsOf(cells)[0]?.reference).toBe('OURS1')
  })

  test.each<[string, string[][]]>([
    [
      'no status',
      [
        ['Reference', 'Amount'],
        ['A', '1'],
      ],
    ],
    [
      'no amount',
      [
        ['Reference', 'Status'],
        ['A', 'Paid'],
      ],
    ],
    [
      'no reference',
      [
        ['Status', 'Amount'],
        ['Paid', '1'],
      ],
    ],
    ['nothing', []],
  ])('are none in a file with %s', (_case, cells) => {
    expect(rowsOf(cells)).toEqual([])
  })

  test('have a text that is cut to its length between two characters', () => {
    const rows = rowsOf([
      ['Reference', 'Status', 'Amount', 'Reason'],
      ['A', 'Failed', '1', `${'x'.repeat(199)}😀`],
    ])
    expect(rows[0]?.reason).toHaveLength(200)
    expect(rows[0]?.reason?.isWellFormed()).toBe(true)
  })

  test('have no amount if it cannot be read', () => {
    const rows = rowsOf([
      ['Reference', 'Status', 'Amount'],
      ['A', 'Paid', 'n/a'],
    ])
    expect(rows[0]?.amount).toBeNull()
  })
})

test.each([
  ['Success', 'paid'],
  ['PAID', 'paid'],
  ['Processed', 'paid'],
  ['Credited.', 'paid'],
  ['Failed', 'refused'],
  ['Rejected by bank', 'refused'],
  ['RETURNED', 'refused'],
  ['Unsuccessful', 'refused'],
  ['Failure - R03', 'refused'],
  ['Pending', 'unknown'],
  ['Under Processing', 'unknown'],
  ['Processing', 'unknown'],
  ['Success pending', 'unknown'],
  ['Accepted', 'unknown'],
  ['Sent to beneficiary bank', 'unknown'],
  ['Failed, under review', 'unknown'],
  ['Not paid', 'unknown'],
  ['Deemed success', 'unknown'],
  ['', 'unknown'],
])('%j is %s', (status, said) => {
  expect(resultStatusOf(status)).toBe(said)
})
