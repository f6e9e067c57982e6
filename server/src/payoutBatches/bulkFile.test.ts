import { paise } from '@bittkosh/contract/money'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import type { FileCell } from '../platform/http/csv.ts'
import { bulkFile, bulkHeadings, bulkRows } from './bulkFile.ts'

const details = {
  bank_name: 'HDFC Bank',
  account_name: 'Asha Rao',
  account_number: '001001234417',
  ifsc_code: 'HDFC0000001',
}
const payout = (change: Partial<typeof details> = {}, rupees = 930n) => ({
  number: '7Q2M4XK9TB',
  amount: paise(rupees * 100n),
  details: { ...details, ...change },
})
const csv = async (rows: FileCell[][]) => (await bulkFile(rows, 'csv')).content.toString()

test('a row has the type, the account with its leading zeros, two decimals and the withdrawal’s number', async () => {
  expect(await csv(bulkRows([payout()], 'neft'))).toBe(
    `${bulkHeadings.join(',')}\r\nNEFT,Asha Rao,001001234417,HDFC0000001,HDFC Bank,930.00,7Q2M4XK9TB,BittKosh 7Q2M4XK9TB\r\n`,
  )
})

test.each([
  ['IMPS where it was chosen', 'imps', 500_000n, 'IMPS'],
  ['NEFT above what IMPS carries', 'imps', 500_001n, 'NEFT'],
  ['NEFT where it was chosen', 'neft', 1n, 'NEFT'],
] as const)('%s', (_case, way, rupees, type) => {
  expect(bulkRows([payout({}, rupees)], way)[0]?.[0]).toBe(type)
})

test.each([
  ['a formula', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['a comma', 'Rao, Asha', '"Rao, Asha"'],
  ['a line break', 'Asha\nRao', 'Asha Rao'],
  ['a plus', '+91', "'+91"],
])('a name with %s is a plain cell', async (_case, account_name, cell) => {
  expect(await csv(bulkRows([payout({ account_name })], 'neft'))).toContain(`NEFT,${cell},001001234417`)
})

test('the spreadsheet has the same content, as text except for the amount', async () => {
  const names = { account_name: '=1+1 <b> & "आशा"\ud800', account_number: '000000123456' }
  const { content } = await bulkFile(bulkRows([payout(names), payout()], 'imps'), 'xlsx')
  const rows = await readSheet(new Uint8Array(content).buffer)
  expect(rows).toEqual([
    [...bulkHeadings],
    ['IMPS', '=1+1 <b> & "आशा"', '000000123456', 'HDFC0000001', 'HDFC Bank', 930, '7Q2M4XK9TB', expect.any(String)],
    ['IMPS', 'Asha Rao', '001001234417', 'HDFC0000001', 'HDFC Bank', 930, '7Q2M4XK9TB', expect.any(String)],
  ])
  const sheet = new TextDecoder().decode(unzipSync(content)['xl/worksheets/sheet1.xml'])
  expect(sheet).not.toContain('<f>')
})
