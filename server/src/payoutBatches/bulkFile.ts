/** The file that a bank's bulk upload takes: the same rows as CSV or XLSX. Pure. */
import { BRAND } from '@bittkosh/contract/brand'
import { type Paise, rupeesText } from '@bittkosh/contract/money'
import { IMPS_AMOUNT_MAX, type PayoutFormat, type PayoutWay } from '@bittkosh/contract/payoutBatches'
import { stringify } from 'csv-stringify/sync'
import { type Zippable, strToU8, zipSync } from 'fflate'
import type { BankDetails } from './queries.ts'

export type BulkPayout = { number: string; amount: Paise; details: BankDetails }

/** The headings that the templates of Indian banks share; a bank that wants its own order takes the columns by name. */
export const bulkHeadings = [
  'Payment Type',
  'Beneficiary Name',
  'Beneficiary Account Number',
  'IFSC Code',
  'Bank Name',
  'Amount',
  'Reference',
  'Remarks',
] as const
const AMOUNT_COLUMN = bulkHeadings.indexOf('Amount')

const NAME_MAX = 100

/** A row per payout: by IMPS where that was chosen and carries the amount, else by NEFT. The reference is the withdrawal's number. */
export function bulkRows(payouts: readonly BulkPayout[], way: PayoutWay): string[][] {
  return payouts.map(({ number, amount, details }) => [
    way === 'imps' && amount <= IMPS_AMOUNT_MAX ? 'IMPS' : 'NEFT',
    plain(details.account_name).slice(0, NAME_MAX),
    plain(details.account_number),
    plain(details.ifsc_code),
    plain(details.bank_name).slice(0, NAME_MAX),
    rupeesText(amount),
    number,
    `${BRAND} ${number}`,
  ])
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ').trim()
}

export function bulkFile(
  rows: readonly (readonly string[])[],
  format: PayoutFormat,
): { content: Buffer; type: string } {
  switch (format) {
    case 'csv':
      return { content: csvOf(rows), type: 'text/csv; charset=utf-8' }
    case 'xlsx':
      return { content: xlsxOf(rows), type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
    default:
      return format satisfies never
  }
}

/** Without the byte order mark of other downloads, which an upload would take for part of the first heading. */
function csvOf(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(stringify([bulkHeadings, ...rows], { escape_formulas: true, record_delimiter: '\r\n' }))
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const [TEXT, RUPEES] = [1, 2] // the second and third look of `styles.xml`

/** One sheet. Every cell is text, so that nothing is worked out and zeros stay in front; only the amount is a number. */
function xlsxOf(rows: readonly (readonly string[])[]): Buffer {
  const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${part}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${LINKS}"><sheets><sheet name="Payouts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${LINKS}/styles" Target="styles.xml"/></Relationships>`,
    // looks of cells: usual, text (49 is '@'), two decimals (2 is '0.00')
    'xl/styles.xml': `<styleSheet xmlns="${SHEETS}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="2" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETS}"><sheetData>${[bulkHeadings, ...rows].map(sheetRow).join('')}</sheetData></worksheet>`,
  }
  const parts = Object.entries(files).map(([name, text]) => [name, strToU8(HEAD + text)] as const)
  return Buffer.from(zipSync(Object.fromEntries(parts) satisfies Zippable))
}

function sheetRow(cells: readonly string[], row: number): string {
  const written = cells.map((text, column) => {
    const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`
    if (row > 0 && column === AMOUNT_COLUMN) return `<c ${at} s="${RUPEES}"><v>${text}</v></c>`
    return `<c ${at} s="${TEXT}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
  })
  return `<row r="${row + 1}">${written.join('')}</row>`
}

function escaped(text: string): string {
  return text.toWellFormed().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
