import { stringify } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'

/**
 * Rows as a CSV file (RFC 4180), written as they are read. UTF-8 with a byte order mark, which Excel needs for Hindi;
 * cells that a spreadsheet would run as a formula get a leading apostrophe.
 */
export function csvFile(rows: AsyncIterable<readonly string[]>): Readable {
  const csv = stringify({ bom: true, escape_formulas: true, record_delimiter: '\r\n' })
  // A reader that goes away also ends the reading of rows, with an error that needs no report.
  return pipeline(Readable.from(rows), csv, () => {})
}
