/** What other rooms ask of bank statements: to read another of the bank's files. */
export { type Cells, headingsIn, widestRow } from './columns.ts'
export { readMoney } from './lines.ts'
export { readStatement as readBankFile } from './reading.ts'
