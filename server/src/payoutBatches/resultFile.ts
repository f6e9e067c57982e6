/** The rows of a bank's result file, found by their headings. Pure. */
import type { Paise } from '@bittkosh/contract/money'
import { type ResultColumns, type ResultMeaning, resultMeanings } from '@bittkosh/contract/payoutBatches'
import {
  type Cells,
  headingsIn,
  knownColumns,
  placesOf,
  plainText,
  readMoney,
  widestRow,
} from '../bankStatements/actions.ts'

export type ResultStatus = 'paid' | 'refused' | 'unknown'

export type FileRow = {
  /** Counted from 1, as a spreadsheet shows it. */
  row: number
  /** Our reference: the withdrawal's number. */
  reference: string
  said: ResultStatus
  status: string
  amount: Paise | null
  utr: string
  reason: string
  /** As the bank wrote it, often with most digits hidden; empty if the file has none. */
  account: string
}

const HEADINGS_WITHIN = 80 // rows of details above the headings
const TEXT_MAX = 200

/** Headings in lower case, letters and digits only, the likeliest first. */
const headingsOf: Record<ResultMeaning, string[]> = {
  reference: words(`
    customerreference customerreferenceno customerreferencenumber customerrefno clientreference clientreferenceno
    clientrefno clientreferencenumber merchantreference merchantreferenceid paymentreference paymentreferenceno
    paymentreferencenumber uniquereferenceno crn reference referenceno referencenumber refno`),
  status: words('status transactionstatus txnstatus paymentstatus paymentstate liquidationstatus'),
  amount: words(`
    amount transactionamount txnamount paymentamount amountinr instrumentamount transferamount netamount`),
  utr: words(`
    utr utrno utrnumber utrrrn utrrrnno rrn rrnno rrnnumber bankreference bankreferenceno bankreferencenumber bankrefno
    hostreferenceno transactionid txnid`),
  reason: words(`
    reason rejectreason rejectionreason returnreason failurereason reasonforfailure reasonforrejection errordescription
    errormessage statusdescription statusremarks remarks remark`),
  account: words(`
    beneficiaryaccountnumber beneficiaryaccountno beneficiaryaccno beneaccountno beneaccountnumber beneaccno
    creditaccountnumber creditaccountno accountnumber accountno`),
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

export type FoundHeadings = {
  /** The row of the headings; null if the file has none. */
  row: number | null
  headings: string[]
  /** The meanings of the columns whose headings are known. */
  columns: ResultColumns
}

/** The first row with known headings for a reference, a status and an amount; otherwise the widest row, to choose from. */
export function findHeadings(cells: Cells): FoundHeadings {
  const top = cells.slice(0, HEADINGS_WITHIN)
  const known = top.findIndex((texts) => isReadable(knownColumns(headingsOf, texts)))
  const row = known < 0 ? widestRow(top) : known
  return row === null
    ? { row, headings: [], columns: {} }
    : { row, headings: headingsIn(cells[row]), columns: knownColumns(headingsOf, cells[row] ?? []) }
}

/** Whether the rows of a file can be read with these columns. */
export function isReadable({ reference, status, amount }: ResultColumns): boolean {
  return reference !== undefined && status !== undefined && amount !== undefined
}

/** The rows below the headings that have a reference; empty if the file cannot be read with these columns. */
export function readResult(cells: Cells, { row: headingRow, columns }: Omit<FoundHeadings, 'headings'>): FileRow[] {
  if (headingRow === null || !isReadable(columns)) return []
  const places = placesOf(resultMeanings, columns, cells[headingRow] ?? [])
  return cells.flatMap((row, index) => (index > headingRow ? readRow(row, { places, row: index + 1 }) : []))
}

function readRow(
  texts: readonly string[],
  { places, row }: { places: Record<ResultMeaning, number>; row: number },
): FileRow[] {
  // Well-formed, because the cut may halve a character.
  const at = (meaning: ResultMeaning) =>
    plainText(texts[places[meaning]] ?? '')
      .slice(0, TEXT_MAX)
      .toWellFormed()
  const reference = at('reference').toUpperCase()
  if (reference === '') return []
  const status = at('status')
  return [
    {
      row,
      reference,
      said: resultStatusOf(status),
      status,
      amount: readMoney(at('amount')),
      utr: at('utr'),
      reason: at('reason'),
      account: at('account'),
    },
  ]
}

const PAID = words('success successful paid processed completed complete credited settled executed')
const REFUSED = words('failed failure fail rejected reject returned return bounced declined unsuccessful reversed')
const OPEN = /pending|process(ing|$)|progress|await|initiat|review|unknown|hold|queue|timeout|timed|deemed/

/**
 * What a status means. Only unambiguous words settle a payout: anything that is neither clearly paid nor clearly
 * refused is unknown, and waits for another file.
 */
export function resultStatusOf(status: string): ResultStatus {
  const text = status
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  if (PAID.includes(text)) return 'paid'
  const [first = ''] = text.split(' ')
  return REFUSED.includes(first) && !OPEN.test(text) ? 'refused' : 'unknown'
}
