import { type Paise, paise, rupeesText } from '@bittkosh/contract/money'
import { stringify } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'

/** A cell of a spreadsheet file; null is an empty cell. */
export type FileCell = string | number | Paise | null

/**
 * Rows as a CSV file (RFC 4180), written while they are read. UTF-8 with a byte order mark, which Excel needs for Hindi;
 * texts that a spreadsheet would run as a formula get a leading apostrophe. Money is in rupees with two decimals.
 */
export function csvFile(rows: AsyncIterable<readonly FileCell[]> | Iterable<readonly FileCell[]>): Readable {
  const csv = stringify({
    bom: true,
    escape_formulas: true,
    record_delimiter: '\r\n',
    cast: { bigint: (amount) => rupeesText(paise(amount)) },
  })
  // If the client disconnects, the rows are read no further; that error needs no report.
  return pipeline(Readable.from(rows), csv, () => {})
}
