import { describe, expect, test } from 'vitest'
import { findColumns } from './columns.ts'
import { figuresOf, keysOf, readAmount, readDay, readLines, readMoney } from './lines.ts'

const cellsOf = (text: string) => text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
const TODAY = '2026-11-28'
function readFile(text: string) {
  const cells = cellsOf(text)
  const found = findColumns(cells, { chosen: undefined, saved: {} })
  return { found, ...readLines(cells, found, TODAY) }
}

// Each with the headings, dates and amounts that the bank or app writes; names and numbers are invented.
const banks = {
  'SBI, text with account details above': `Account Name : | BITTKOSH TECH
Start Date : | 1 Nov 2026
Txn Date | Value Date | Description | Ref No./Cheque No. | Debit | Credit | Balance
20 Nov 2026 | 20 Nov 2026 | BY TRANSFER-UPI/CR/432198761234/ASHA RA/HDFC/asha@okhdfc/UPI-- | TRANSFER FROM 4897692162094 | | 1,50,000.00 | 2,00,000.00
21 Nov 2026 | 21 Nov 2026 | TO TRANSFER-INB IMPS/612345678901/RAVI-- | MAA000551122334 | 2,500.50 | | 1,97,499.50
**This is a computer generated statement`,
  'HDFC, short years and padded references': `Date | Narration | Chq./Ref.No. | Value Dt | Withdrawal Amt. | Deposit Amt. | Closing Balance
******** | ******** | ******** | ******** | ******** | ******** | ********
20/11/26 | UPI-ASHA RAO-ASHA@OKHDFC-HDFC0000123-432198761234-PAYMENT | 0000432198761234 | 20/11/26 | | 150000.00 | 200000.00
21/11/26 | IMPS-612345678901-RAVI-SBIN-XX1234 | 0000612345678901 | 21/11/26 | 2500.50 | | 197499.50`,
  'ICICI, with units in the headings': `S No. | Value Date | Transaction Date | Cheque Number | Transaction Remarks | Withdrawal Amount (INR ) | Deposit Amount (INR ) | Balance (INR )
1 | 20/11/2026 | 20/11/2026 | - | UPI/432198761234/Payment/asha@okhdfc/HDFC Bank/ASHA RAO | 0.0 | 150000.0 | 200000.0
2 | 21/11/2026 | 21/11/2026 | - | MMT/IMPS/612345678901/RAVI/SBI | 2500.5 | 0.0 | 197499.5`,
  'Axis, two-letter headings': `Tran Date | CHQNO | PARTICULARS | DR | CR | BAL | SOL
20-11-2026 | - | UPI/P2A/432198761234/ASHA RAO/HDFC BANK/Pay | | 150000.00 | 200000.00 | 248
21-11-2026 | - | IMPS/P2A/612345678901/RAVI/SBI | 2500.50 | | 197499.50 | 248`,
  'Kotak, one amount with Dr and Cr': `Sl. No. | Transaction Date | Value Date | Description | Chq / Ref No. | Amount | Dr / Cr | Balance | Dr / Cr
1 | 20-11-2026 14:02 | 20-11-2026 | UPI/ASHA RAO/432198761234/Pay | UPI-432198761234 | 1,50,000.00 | CR | 2,00,000.00 | CR
2 | 21-11-2026 09:15 | 21-11-2026 | Sent IMPS 612345678901/RAVI | IMPS-612345678901 | 2,500.50 | DR | 1,97,499.50 | CR`,
  'Paytm for Business, quoted, with what failed': `Transaction_ID | Order_ID | Transaction_Date | Transaction_Type | Status | Customer_VPA | Amount | UTR_No.
'20261120111212800' | 'BK0123456789AB' | '2026-11-20 12:31:11' | ACQUIRING | SUCCESS | 'asharao@okhdfc' | '150000.00' | '432198761234'
'20261120111212801' | 'BK0123456789AC' | '2026-11-20 12:40:00' | ACQUIRING | FAILED | 'x@ok' | '900.00' | '-'
'20261121111212802' | 'BK0123456789AD' | '2026-11-21 09:00:00' | REFUND | SUCCESS | 'ravi@ok' | '2500.50' | '612345678901'`,
  'PhonePe for Business': `PaymentType | MerchantReferenceId | PhonePeReferenceId | From | Instrument | CreationDate | TransactionDate | SettlementDate | BankReferenceNo | Amount | Fee
PAYMENT | BK0123456789AB | T2611201231 | asha rao | UPI_REDEMPTION | 20-11-2026 | 20-11-2026 12:31 PM | 21-11-2026 | 432198761234 | 150000.00 | 0.00
REFUND | BK0123456789AD | T2611210900 | ravi | UPI_REDEMPTION | 21-11-2026 | 21-11-2026 09:00 AM | 22-11-2026 | 612345678901 | 2500.50 | 0.00`,
}

describe.each(Object.entries(banks))('%s', (_bank, text) => {
  const { lines } = readFile(text)
  test('gives both lines with day, sign and paise', () => {
    expect(lines.map(({ day, amount }) => [day, amount])).toEqual([
      ['2026-11-20', 1_50_000_00n],
      ['2026-11-21', -2_500_50n],
    ])
  })
  test('has both references among its keys', () => {
    expect(lines[0]?.keys).toContain('432198761234')
    expect(lines[1]?.keys).toContain('612345678901')
  })
})

test('account details, ruled lines and remarks are skipped and reported', () => {
  expect(readFile(banks['SBI, text with account details above']).skipped).toEqual([
    { row: 6, text: '**This is a computer generated statement', reason: 'no_day' },
  ])
})

test.each([
  ['28/11/2026', 'Success', '500', undefined],
  ['29/11/2026', 'Success', '500', 'later_day'],
  ['28/11/2062', 'Success', '500', 'later_day'],
  ['46354', 'Success', '500', 'no_day'],
  ['28/11/2026', 'Failed', '500', 'not_successful'],
  ['28/11/2026', 'Success', '1500,50', 'no_amount'],
  ['28/11/2026', 'Success', '0', 'no_amount'],
])('a row of %s, %s, %s read on 28 November 2026: %s', (day, status, amount, reason) => {
  const { lines, skipped } = readFile(`Date | Narration | Status | Amount\n${day} | UPI | ${status} | ${amount}`)
  expect([lines.length, skipped[0]?.reason]).toEqual([reason === undefined ? 1 : 0, reason])
})

test.each([
  ['28-11-2026 | UPI | | 500.00 | 50000.00', 500_00n],
  ['28-11-2026 | UPI | | 500.00 | 50000.00 | | ', 500_00n],
  ['28-11-2026 | UPI | | 500.00', 500_00n],
  ['28-11-2026 | UPI | | 1 | 50 | 000.00 | 1 | 50 | 000.00', 'more_cells'],
  ['28-11-2026 | UPI | ASHA | | 500.00 | 50000.00', 'more_cells'],
])('the row %s below five headings: %s', (row, read) => {
  const { lines, skipped } = readFile(`Date | Narration | Debit | Credit | Balance | \n${row}`)
  expect(lines[0]?.amount ?? skipped[0]?.reason).toBe(read)
})

test('the sums, the period and both balances do not depend on the order of the file', () => {
  const { lines } = readFile(banks['HDFC, short years and padded references'])
  const figures = {
    first_day: '2026-11-20',
    last_day: '2026-11-21',
    opening_balance: 50_000_00n,
    closing_balance: 1_97_499_50n,
    sum_in: 1_50_000_00n,
    sum_out: 2_500_50n,
    lines: 2,
  }
  expect(figuresOf(lines)).toEqual(figures)
  expect(figuresOf(lines.toReversed())).toEqual(figures)
})

test('in a file of one day the balances show the order', () => {
  const text = `Date | Narration | Debit | Credit | Balance
20/11/2026 | Asha | | 500 | 1,500
20/11/2026 | Ravi | 500 | | 1,000
20/11/2026 | Meera | | 100 | 1,100`
  const figures = { opening_balance: 1000_00n, closing_balance: 1100_00n }
  const { lines } = readFile(text)
  expect(figuresOf(lines)).toMatchObject(figures)
  expect(figuresOf(lines.toReversed())).toMatchObject(figures)
  // If the amounts cancel out, both orders fit: then the first line is the oldest, as most banks list them.
  expect(figuresOf(lines.slice(0, 2))).toMatchObject({ opening_balance: 1000_00n, closing_balance: 1000_00n })
})

test('two identical lines are told apart by their number', () => {
  const row = '20/11/2026 | Cash | | 500'
  const { lines } = readFile(`Date | Narration | Debit | Credit\n${row}\n${row}`)
  expect(lines.map(({ occurrence }) => occurrence)).toEqual([0, 1])
  expect(lines[0]?.fingerprint).toEqual(lines[1]?.fingerprint)
})

test('the columns of the last file are used if their headings are here too', () => {
  const cells = cellsOf('When | What | Plus\n20/11/2026 | Asha | 500')
  const saved = { date: 'When', narration: 'What', credit: 'Plus' }
  expect(findColumns(cells, { chosen: undefined, saved })).toMatchObject({ columns: saved, row: 0 })
  const unknown = findColumns(cells, { chosen: undefined, saved: {} })
  expect([unknown.headings, unknown.columns]).toEqual([['When', 'What', 'Plus'], {}])
})

test.each([
  ['31/03/26', '2026-03-31'],
  ['31-03-2026', '2026-03-31'],
  ['1 Apr 2026', '2026-04-01'],
  ['01-Apr-26', '2026-04-01'],
  ['2026-03-31 23:59:59', '2026-03-31'],
  ['31.03.2026', '2026-03-31'],
  ['2026-03-31T18:29:59.9Z', '2026-03-31'],
  ['2026-03-31T18:30:00Z', '2026-04-01'],
  ['2026-03-31T23:59:59+05:30', '2026-03-31'],
  ['01/01/1900', '1900-01-01'],
  ['31/12/1899', undefined],
  ['0001-01-01', undefined],
  ['31/02/2026', undefined],
  ['12/31/2026', undefined],
  ['Total', undefined],
  ['', undefined],
])('the day %s is %s', (text, day) => expect(readDay(text)?.day).toBe(day))

test.each([
  ['27-11-2026 10:22', '10:22'],
  ['27-11-2026 10:22:00', '10:22'],
  ['27-11-2026 10:22:31', '10:22'],
  ['27-11-2026 10:22 AM', '10:22'],
  ['27-11-2026, 9:05 am', '09:05'],
  ['2026-11-27 10:22:31.5', '10:22'],
  ['27 Nov 2026 10:22 PM', '22:22'],
  ['27 Nov 2026 22:22 PM', '22:22'],
  ['27/11/26 12:10 PM', '12:10'],
  ['27/11/26 12:10 AM', '00:10'],
  ['27/11/26 12:00:00 AM', ''],
  ['2026-11-27 00:00:00', ''],
  ['27-11-2026', ''],
  ['2026-11-27T04:52:31Z', '10:22'],
  ['2026-11-26T18:30:00Z', ''],
])('the time in %s is "%s"', (text, time) => expect(readDay(text)).toEqual({ day: '2026-11-27', time }))

test('a payment is the same in files that write its time differently, two of one minute are two in each', () => {
  const keysIn = (...dates: string[]) =>
    readFile(`Date | Narration | Credit\n${dates.map((date) => `${date} | UPI/ASHA | 500`).join('\n')}`).lines.map(
      ({ fingerprint, occurrence }) => `${fingerprint.toString('hex')} ${occurrence}`,
    )
  const known = keysIn('27-11-2026 10:22:05', '27-11-2026 10:22:40', '27-11-2026 10:23:00')
  expect(new Set(known).size).toBe(3)
  expect(keysIn('27/11/26 10:22 AM', '27/11/26 10:22 AM', '27/11/26 10:23 AM')).toEqual(known)
})

test.each([
  ['1,50,000.00', 1_50_000_00n],
  ['₹ 500', 500_00n],
  ['Rs. 500.5', 500_50n],
  ['500.00 Dr', -500_00n],
  ['(500.00)', -500_00n],
  ['-500', -500_00n],
  ['1500.0999999999999', 1500_10n],
  ['1999.9999999999998', 2000_00n],
  ['1000', 1000_00n],
  ['500.000', 500_00n],
  ['500.005', null],
  ['1500,50', null],
  ['1.500,00', null],
  ['1,50', null],
  ['=1+1', null],
  ['-', null],
  ['', null],
])('the amount %s is %s paise', (text, paise) => expect(readMoney(text)).toBe(paise))

test.each([
  [null, '500', 500_00n],
  [null, '-500', -500_00n],
  ['PAYMENT', '500', 500_00n],
  ['ACQUIRING', '500', 500_00n],
  ['CR', '500', 500_00n],
  ['Cr.', '500', 500_00n],
  ['C', '500', 500_00n],
  ['Credit', '500', 500_00n],
  ['DEP', '500', 500_00n],
  ['Received from', '500', 500_00n],
  ['', '500', 'no_direction'],
  ['-', '500', 'no_direction'],
  ['W', '500', 'no_direction'],
  ['UPI', '500', 'no_direction'],
  ['UPI', '-500', -500_00n],
  ['DR', '500', -500_00n],
  ['dr.', '500', -500_00n],
  ['D', '500', -500_00n],
  ['Debit', '500', -500_00n],
  ['WDL', '500', -500_00n],
  ['REFUND', '500', -500_00n],
  ['PAYOUT', '500', -500_00n],
  ['DISBURSE_TO_BANK', '500', -500_00n],
  ['Disbursal', '500', -500_00n],
  ['Sent', '500', -500_00n],
  ['Out', '500', -500_00n],
  ['CHARGEBACK', '500', -500_00n],
])('an amount with the word %j beside %s: %s', (direction, amount, read) =>
  expect(readAmount({ credit: '', debit: '', amount, direction })).toBe(read),
)

test('a reference is found within any text that a bank writes around it', () => {
  const keys = keysOf(['UPI/CR/432198761234/ASHA', '0000098765432109', 'UTR HDFCN52026112012345678', '12'])
  expect(keys).toEqual(expect.arrayContaining(['432198761234', '98765432109', 'HDFCN52026112012345678']))
  expect(keys).not.toContain('12')
})
