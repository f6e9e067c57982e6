/** For other rooms: reading another kind of bank file. */
export { type Cells, headingsIn, widestRow } from './columns.ts'
export { readMoney } from './lines.ts'
export { readStatement as readBankFile } from './reading.ts'
