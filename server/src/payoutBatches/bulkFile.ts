/** The file for a bank's bulk upload: the same rows as CSV or XLSX. */
import { BRAND } from '@bittkosh/contract/brand'
import { type Paise, paise, rupeesText } from '@bittkosh/contract/money'
import { IMPS_AMOUNT_MAX, type PayoutFormat, type PayoutWay } from '@bittkosh/contract/payoutBatches'
import { stringify } from 'csv-stringify/sync'
import type { FileCell } from '../platform/http/csv.ts'
import { xlsxFile, XLSX_TYPE } from '../platform/http/xlsx.ts'
import type { BankDetails } from './queries.ts'

export type BulkPayout = { number: string; amount: Paise; details: BankDetails }

/** The headings that the templates of Indian banks share; a bank that wants another order maps the columns by name. */
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

const NAME_MAX = 100

/** One row per payout: by IMPS if chosen and within its limit, else by NEFT. The reference is the withdrawal's number. */
export function bulkRows(payouts: readonly BulkPayout[], way: PayoutWay): FileCell[][] {
  return payouts.map(({ number, amount, details }) => [
    way === 'imps' && amount <= IMPS_AMOUNT_MAX ? 'IMPS' : 'NEFT',
    plain(details.account_name).slice(0, NAME_MAX),
    plain(details.account_number),
    plain(details.ifsc_code),
    plain(details.bank_name).slice(0, NAME_MAX),
    amount,
    number,
    `${BRAND} ${number}`,
  ])
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ').trim()
}

export async function bulkFile(
  rows: readonly (readonly FileCell[])[],
  format: PayoutFormat,
): Promise<{ content: Buffer; type: string }> {
  const cells = [bulkHeadings, ...rows]
  switch (format) {
    case 'csv':
      return { content: csvOf(cells), type: 'text/csv; charset=utf-8' }
    case 'xlsx':
      return { content: await xlsxFile('Payouts', cells), type: XLSX_TYPE }
    default:
      return format satisfies never
  }
}

/** Without the byte order mark of other downloads, which an upload would read as part of the first heading. */
function csvOf(cells: readonly (readonly FileCell[])[]): Buffer {
  const cast = { bigint: (amount: bigint) => rupeesText(paise(amount)) }
  return Buffer.from(stringify([...cells], { escape_formulas: true, record_delimiter: '\r\n', cast }))
}
