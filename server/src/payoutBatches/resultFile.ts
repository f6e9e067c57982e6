/** The rows of a bank's result file, found by their headings. Pure. */
import type { Paise } from '@bittkosh/contract/money'
import { type Cells, readMoney } from '../bankStatements/actions.ts'

export type Said = 'paid' | 'refused' | 'unknown'

export type FileRow = {
  /** Counted from 1, as a spreadsheet shows it. */
  row: number
  /** Ours: the number of the withdrawal. */
  reference: string
  said: Said
  status: string
  amount: Paise | null
  utr: string
  reason: string
  /** As the bank wrote it, often with most digits hidden; empty where the file has none. */
  account: string
}

const HEADINGS_WITHIN = 80 // rows of details that stand above the headings
const TEXT_MAX = 200

/** Headings in lower case, letters and digits only, the likeliest first. */
const headingsOf = {
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
type Meaning = keyof typeof headingsOf

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** The rows below the headings that name a reference; none where no row has headings of a reference, a status and an amount. */
export function readResult(cells: Cells): FileRow[] {
  for (const [headingRow, texts] of cells.slice(0, HEADINGS_WITHIN).entries()) {
    const places = placesIn(texts)
    if (places.reference < 0 || places.status < 0 || places.amount < 0) continue
    return cells.flatMap((row, index) => (index > headingRow ? readRow(row, { places, row: index + 1 }) : []))
  }
  return []
}

function placesIn(texts: readonly string[]): Record<Meaning, number> {
  const plain = texts.map((text) => text.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const placeOf = (meaning: Meaning) =>
    headingsOf[meaning].map((heading) => plain.indexOf(heading)).find((place) => place >= 0) ?? -1
  return {
    reference: placeOf('reference'),
    status: placeOf('status'),
    amount: placeOf('amount'),
    utr: placeOf('utr'),
    reason: placeOf('reason'),
    account: placeOf('account'),
  }
}

function readRow(
  texts: readonly string[],
  { places, row }: { places: Record<Meaning, number>; row: number },
): FileRow[] {
  const at = (meaning: Meaning) => plainText(texts[places[meaning]] ?? '')
  const reference = at('reference').toUpperCase()
  if (reference === '') return []
  const status = at('status')
  return [
    {
      row,
      reference,
      said: saidBy(status),
      status,
      amount: readMoney(at('amount')),
      utr: at('utr'),
      reason: at('reason'),
      account: at('account'),
    },
  ]
}

/** What a file says in quotes of its own ('4321…", ="4321…") and with several spaces, as one plain text. */
function plainText(cell: string): string {
  const bare = cell
    .toWellFormed()
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ')
    .trim()
  return (/^'(.*?)'?$/.exec(bare)?.[1] ?? /^="(.*)"$/.exec(bare)?.[1] ?? bare).slice(0, TEXT_MAX)
}

const PAID = words('success successful paid processed completed complete credited settled executed')
const REFUSED = words('failed failure fail rejected reject returned return bounced declined unsuccessful reversed')
const OPEN = /pending|process(ing|$)|progress|await|initiat|review|unknown|hold|queue|timeout|timed|deemed/

/**
 * What a status means. Only words that leave no doubt settle a payout: what is neither clearly paid nor clearly refused is
 * unknown, and waits for another file.
 */
export function saidBy(status: string): Said {
  const text = status
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  if (PAID.includes(text)) return 'paid'
  const [first = ''] = text.split(' ')
  return REFUSED.includes(first) && !OPEN.test(text) ? 'refused' : 'unknown'
}
