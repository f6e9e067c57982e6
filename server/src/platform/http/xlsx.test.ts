import { paise } from '@bittkosh/contract/money'
import { strFromU8, unzipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { xlsxFile } from './xlsx.ts'

const read = async (rows: Parameters<typeof xlsxFile>[1]) => (await readXlsx(await xlsxFile('Sheet', rows)))[0]?.data

test('texts stay texts, numbers and money are numbers, null is an empty cell', async () => {
  const rows = [
    ['reference', 'amount', 'n', 'none'],
    ['000123', paise(-12_50n), 7, null],
    ['=1+1', paise(1_00_00_000_05n), 0, 'हिन्दी & <b> "x"'],
  ]
  expect(await read(rows)).toEqual([
    ['reference', 'amount', 'n', 'none'],
    ['000123', -12.5, 7, null],
    ['=1+1', 10_000_000.05, 0, 'हिन्दी & <b> "x"'],
  ])
})

test('columns beyond Z', async () => {
  const row = Array.from({ length: 60 }, (_, n) => `c${n}`)
  expect(await read([row])).toEqual([row])
})

test('money is written to the paisa with a money format, and no text as a formula', async () => {
  const files = unzipSync(await xlsxFile('A', [['x'], ['=1'], [paise(10n)]]))
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
  expect(sheet).toMatch(/<c r="A3" s="\d+"><v>0\.1<\/v><\/c>/)
  expect(strFromU8(files['xl/styles.xml']!)).toContain('#,##0.00')
  expect(sheet).not.toContain('<f>')
})

test('a character that XML does not allow is left out', async () => {
  expect(await read([['a\u0000b\ud800c']])).toEqual([['abc']])
})

test('a text is cut if Excel would not open the file, and never within a character', async () => {
  expect(await read([['x'.repeat(32_768), `${'x'.repeat(32_766)}🙂`]])).toEqual([
    ['x'.repeat(32_767), 'x'.repeat(32_766)],
  ])
})
