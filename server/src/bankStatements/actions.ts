/** For other rooms: reading another kind of bank file. */
export { type Cells, headingsIn, knownColumns, placesOf, widestRow } from './columns.ts'
export { plainText, readMoney } from './lines.ts'
export { readStatement as readBankFile } from './reading.ts'
