/** Finds which column of a statement has which meaning, by the headings that Indian banks and UPI apps use. */
import type { ColumnMeaning, StatementColumns } from '@bittkosh/contract/bankStatements'
import { keysOf, tableOf } from '@bittkosh/contract/tables'

/** A file as text cells, row by row. */
export type Cells = readonly (readonly string[])[]

/**
 * Headings in lower case, letters and digits only, most likely first. From the files of SBI, HDFC, ICICI, Axis, Kotak,
 * Paytm for Business and PhonePe for Business (docs/statements.md#formats).
 */
const headingsOf: Record<ColumnMeaning, readonly string[]> = {
  date: words(`
    txndate transactiondate trandate txnposteddate date txndatetime creationdate paymentdate valuedate valuedt valuedat`),
  narration: words(`
    narration description particulars transactionremarks transactionparticulars remarks transactiondetails details
    merchantreferenceid merchantorderid orderid`),
  reference: words(`
    refnochequeno chqrefno chqrefnumber chequerefno referencenumber referenceno refno utrno utrnumber utr rrn bankreferenceno
    transactionutr banktransactionid upitransactionid chqno chequenumber chequeno transactionid`),
  payer: words(`
    payername payer customername customernickname remittername sendername from customervpa payervpa`),
  credit: words(`
    credit depositamt depositamount depositamountinr depositamtinr creditamount creditamt deposits deposit cramount cr`),
  debit: words(`
    debit withdrawalamt withdrawalamount withdrawalamountinr withdrawalamtinr debitamount debitamt withdrawals withdrawal
    dramount dr`),
  amount: words('amount amountinr transactionamount transactionamountinr txnamount totalamount'),
  direction: words('drcr crdr drcrindicator debitcredit paymenttype transactiontype txntype type'),
  status: words('status transactionstatus txnstatus paymentstatus'),
  balance: words('balance balanceinr closingbalance runningbalance bal availablebalance availablebalanceinr'),
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

const HEADINGS_WITHIN = 80 // rows of account details above the headings; no bank has more than thirty

export type FoundColumns = {
  columns: StatementColumns
  headings: string[]
  /** The row of the headings; null if none was found. */
  row: number | null
}

/** The columns of a file: as `chosen`; else as in the account's last file, if its headings are here too; else by known headings. */
export function findColumns(
  cells: Cells,
  { chosen, saved }: { chosen: StatementColumns | undefined; saved: StatementColumns },
): FoundColumns {
  const top = cells.slice(0, HEADINGS_WITHIN)
  const wanted = chosen ?? saved
  if (isReadable(wanted)) {
    const row = rowWith(top, wanted)
    if (row !== null) return { columns: wanted, headings: headingsIn(cells[row]), row }
  }
  for (const [row, texts] of top.entries()) {
    const known = knownColumns(headingsOf, texts)
    if (isReadable(known)) return { columns: chosen ?? known, headings: headingsIn(texts), row }
  }
  // No row has known headings: the widest row is offered to choose from.
  const found = widestRow(top)
  return { columns: chosen ?? {}, headings: found === null ? [] : headingsIn(top[found]), row: found }
}

/** Whether a day and an amount can be read with these columns. */
export function isReadable({ date, amount, credit, debit }: StatementColumns): boolean {
  return date !== undefined && (amount !== undefined || credit !== undefined || debit !== undefined)
}

/** The position of each meaning's column in the row of headings; -1 if there is none. */
export function placesOf<M extends string>(
  meanings: readonly M[],
  columns: Readonly<Partial<Record<M, string | undefined>>>,
  headings: readonly string[],
): Record<M, number> {
  return tableOf(meanings, (meaning) => headings.findIndex((text) => text.trim() === columns[meaning]))
}

/** The text in a row that is a known heading of each meaning, the likeliest one; undefined if there is none. */
export function knownColumns<M extends string>(
  headingsOf: Readonly<Record<M, readonly string[]>>,
  texts: readonly string[],
): Record<M, string | undefined> {
  const plain = texts.map((text) => text.toLowerCase().replace(/[^a-z0-9]/g, ''))
  return tableOf(keysOf(headingsOf), (meaning) => {
    const known = headingsOf[meaning].find((heading) => plain.includes(heading))
    return known === undefined ? undefined : texts[plain.indexOf(known)]?.trim()
  })
}

function rowWith(top: Cells, columns: StatementColumns): number | null {
  const wanted = Object.values(columns).filter((heading) => heading !== undefined)
  const row = top.findIndex((texts) => wanted.every((heading) => texts.some((text) => text.trim() === heading)))
  return row < 0 ? null : row
}

/** The row with the most texts, the first if there are several; null if none has two. */
export function widestRow(top: Cells): number | null {
  const widest = top.reduce((best, texts, row) => (filled(texts) > filled(top[best]) ? row : best), 0)
  return filled(top[widest]) > 1 ? widest : null
}

/** The headings in a row, each once. */
export function headingsIn(texts: readonly string[] = []): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
}

function filled(texts: readonly string[] = []): number {
  return texts.filter((text) => text.trim() !== '').length
}
