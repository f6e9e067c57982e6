/**
 * A separate program that converts a bank's file into text cells, started by reading.ts: the memory that a file needs and
 * the crashes it causes are confined to this process, which has a small heap and ends after one file.
 */
import type { StatementFormat } from '@bittkosh/contract/bankStatements'
import { STATEMENT_COLUMNS_MAX, STATEMENT_LINES_MAX } from '@bittkosh/contract/statementLimits'

export type ReadFile =
  | { cells: string[][]; format: StatementFormat }
  | { refused: 'statement_unreadable' | 'statement_too_large' }

const UNZIPPED_BYTES_MAX = 64 * 1024 * 1024 // 20,000 rows of a statement take about 12 MB of XML
const CELL_MAX = 1000
const EARLY_MS = 50 // half of the sixth decimal of a day

process.once('message', (bytes: Uint8Array) => {
  void read(bytes).then((answer) => process.send?.(answer, () => process.disconnect()))
})

async function read(bytes: Uint8Array): Promise<ReadFile> {
  try {
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
    const cells = isZip ? await readXlsx(bytes) : await readCsv(bytes)
    if (cells === null || cells.length > STATEMENT_LINES_MAX) return { refused: 'statement_too_large' }
    if (cells.some((row) => row.length > STATEMENT_COLUMNS_MAX)) return { refused: 'statement_too_large' }
    return { cells, format: isZip ? 'xlsx' : 'csv' }
  } catch {
    return { refused: 'statement_unreadable' }
  }
}

/** The first sheet; null if it would be too large, by the sizes that the archive declares and unpacking enforces. */
async function readXlsx(bytes: Uint8Array): Promise<string[][] | null> {
  const { unzipSync } = await import('fflate')
  let unzipped = 0
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unzipped += originalSize
      return false
    },
  })
  if (unzipped > UNZIPPED_BYTES_MAX) return null
  const { readSheet } = await import('read-excel-file/universal')
  const whole = new Uint8Array(bytes) // a copy whose buffer contains only this file
  const rows = await readSheet(whole.buffer, { parseNumber: exactly })
  return rows.map((row) => trimmed(row.map(cellText)))
}

/** A number as its digits: a number in a bank's file may be a reference of 16 digits. */
function exactly(digits: string): string {
  return /e/i.test(digits) ? String(Number(digits)) : digits
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return momentText(cell)
  // PostgreSQL accepts neither NUL nor half a surrogate pair in JSON. Saved headings may contain line breaks and tabs.
  return String(cell)
    .replace(/[^\P{Cc}\t\n\r]/gu, ' ')
    .slice(0, CELL_MAX)
    .toWellFormed()
}

/** A spreadsheet's dates have no zone: they are read as UTC. With few decimals they are some milliseconds early. */
function momentText(cell: Date): string {
  const at = new Date(cell.getTime() + EARLY_MS)
  return at.toISOString().slice(0, 19).replace('T00:00:00', '').replace('T', ' ')
}

async function readCsv(bytes: Uint8Array): Promise<string[][] | null> {
  const { parse } = await import('csv-parse/sync')
  const text = decoded(bytes)
  const unprintable = text.match(/[\0-\x08\x0e-\x1f\ufffd]/g)?.length ?? 0
  if (text.trim() === '' || unprintable > text.length / 100) throw new Error('not a text')
  const rows: string[][] = parse(text, {
    delimiter: delimiterOf(text),
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: false,
    to: STATEMENT_LINES_MAX + 1,
    max_record_size: 1_000_000,
  })
  return rows.length > STATEMENT_LINES_MAX ? null : rows.map((row) => trimmed(row.map(cellText)))
}

/** UTF-16 and UTF-8 by their byte order marks or by being valid, else the encoding of old Windows programs. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** SBI's .xls files are text with tabs. The commas within an amount (1,50,000.00) are not delimiters. */
function delimiterOf(text: string): string {
  const top = text.slice(0, 20_000).replace(/\d(?:,\d{2,3})+\.\d{2}\b/g, '')
  const counts = [',', '\t', ';', '|'].map((delimiter) => ({ delimiter, n: top.split(delimiter).length }))
  return counts.toSorted((a, b) => b.n - a.n)[0]?.delimiter ?? ','
}

function trimmed(row: string[]): string[] {
  let end = row.length
  while (end > 0 && row[end - 1] === '') end--
  return row.slice(0, end)
}
