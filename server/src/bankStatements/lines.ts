/** The lines of a statement: rows below its headings, parsed into day, amount and texts. Pure. */
import { hash } from 'node:crypto'
import {
  type ColumnMeaning,
  columnMeanings,
  type NoLineReason,
  type StatementColumns,
} from '@bittkosh/contract/bankStatements'
import { AMOUNT_MAX, negate, parseDecimal, type Paise, paise, subtract, ZERO, add } from '@bittkosh/contract/money'
import { referenceKey } from '@bittkosh/contract/references'
import { dayOf, isDay, timeOf } from '@bittkosh/contract/time'
import { type Cells, type FoundColumns, isReadable, placesOf } from './columns.ts'

export type Line = {
  /** Counted from 1, as a spreadsheet shows it. */
  row: number
  day: string
  /** Below zero for money out. */
  amount: Paise
  reference: string
  narration: string
  payer: string
  balance: Paise | null
  /** Everything on the line that may be a reference, normalised for comparison. */
  keys: string[]
  fingerprint: Buffer
  occurrence: number
}

export type ReadLines = {
  lines: Line[]
  /** Rows that are not lines: totals, remarks, failed payments, what cannot be read. */
  skipped: { row: number; text: string; reason: NoLineReason }[]
}

const KEYS_MAX = 40
const KEY_LENGTH_MIN = 6 // a shorter key would match by chance
const TEXT_MAX = 500

/**
 * Reads the rows below the headings. Without a column for the day or the amount there are none. A file cannot tell what
 * happened after `today`, the day on which it is read.
 */
export function readLines(cells: Cells, { columns, row: headingRow }: FoundColumns, today: string): ReadLines {
  const read: ReadLines = { lines: [], skipped: [] }
  if (headingRow === null || !isReadable(columns)) return read
  const headings = cells[headingRow] ?? []
  const places = placesOf(columnMeanings, columns, headings)
  const width = widthOf(headings)
  const seen = new Map<string, number>()
  for (const [index, texts] of cells.entries()) {
    if (index <= headingRow || texts.every((text) => text.trim() === '')) continue
    const line = widthOf(texts) > width ? 'more_cells' : readLine(texts, { places, columns, today })
    const row = index + 1
    if (typeof line === 'string') {
      read.skipped.push({
        row,
        reason: line,
        text: texts
          .filter((text) => text.trim() !== '')
          .join(' · ')
          .slice(0, 120),
      })
      continue
    }
    const fingerprint = fingerprintOf(line)
    const hex = fingerprint.toString('hex')
    const occurrence = seen.get(hex) ?? 0
    seen.set(hex, occurrence + 1)
    const { time: _time, ...content } = line
    read.lines.push({ ...content, row, fingerprint, occurrence })
  }
  return read
}

/** How many cells there are up to the last one with a text. An amount with bare commas (1,50,000.00) makes more of them. */
function widthOf(texts: readonly string[]): number {
  return texts.findLastIndex((text) => text.trim() !== '') + 1
}

type LineContent = Pick<Line, 'day' | 'amount' | 'reference' | 'narration' | 'payer' | 'balance' | 'keys'> & {
  time: string
}

type Reading = { places: Record<ColumnMeaning, number>; columns: StatementColumns; today: string }

function readLine(texts: readonly string[], { places, columns, today }: Reading): LineContent | NoLineReason {
  const at = (meaning: ColumnMeaning) => plainText(texts[places[meaning]] ?? '')
  const moment = readDay(at('date'))
  if (moment === null) return 'no_day'
  if (moment.day > today) return 'later_day'
  if (columns.status !== undefined && !/^(success|completed?|settled|captured|ok|credited)/i.test(at('status')))
    return 'not_successful'
  const amount = readAmount({
    credit: at('credit'),
    debit: at('debit'),
    amount: at('amount'),
    direction: columns.direction === undefined ? null : at('direction'),
  })
  if (typeof amount === 'string') return amount
  const numbers = new Set((['date', 'credit', 'debit', 'amount', 'balance'] as const).map((meaning) => places[meaning]))
  return {
    ...moment,
    amount,
    reference: at('reference').slice(0, TEXT_MAX),
    narration: at('narration').slice(0, TEXT_MAX),
    payer: at('payer').slice(0, TEXT_MAX),
    balance: readMoney(at('balance')),
    keys: keysOf(texts.filter((_, column) => !numbers.has(column)).map(plainText)),
  }
}

/** The sums, the period and the balances of the lines, in either order of the file. */
export function figuresOf(lines: readonly Line[]) {
  const [first, last] = [lines[0], lines.at(-1)]
  const [begin, end] = isNewestFirst(lines) ? [last, first] : [first, last]
  const amounts = lines.map(({ amount }) => amount)
  const days = lines.map(({ day }) => day).toSorted()
  return {
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    opening_balance: begin?.balance == null ? null : subtract(begin.balance, begin.amount),
    closing_balance: end?.balance ?? null,
    sum_in: add(...amounts.filter((amount) => amount > 0n)),
    sum_out: negate(add(...amounts.filter((amount) => amount < 0n))),
    lines: lines.length,
  }
}

/** Decided by the days; if all lines are of one day, by their balances. */
function isNewestFirst(lines: readonly Line[]): boolean {
  const [first, last] = [lines[0], lines.at(-1)]
  if (first?.day !== last?.day) return first !== undefined && last !== undefined && first.day > last.day
  return !addsUp(lines) && addsUp(lines.toReversed())
}

/** Whether each balance is the previous one plus the line's amount. */
function addsUp(lines: readonly Line[]): boolean {
  return lines.every(({ balance, amount }, n) => {
    const before = lines[n - 1]
    return before === undefined || (balance !== null && before.balance === subtract(balance, amount))
  })
}

/** A cell as plain text, without the file's own quotes ('4321…', ="4321…") and repeated spaces. */
export function plainText(cell: string): string {
  const bare = cell.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ').trim()
  return /^'(.*?)'?$/.exec(bare)?.[1] ?? /^="(.*)"$/.exec(bare)?.[1] ?? bare
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TIME = String.raw`(?:[ T,]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2})?(?:\.\d+)?\s*(?<half>[AP]M)?)?`
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/., ]+(\d{4}|\d{2})${TIME}$`, 'i')
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`, 'i')
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i

/**
 * A day as Indian files write it: 31/03/26, 31-03-2026, 31 Mar 2026, 2026-03-31, each with or without a time. A moment with
 * its time zone is of the day that it falls on in India. The time is to the minute ('22:05'), empty if there is none.
 */
export function readDay(text: string): { day: string; time: string } | null {
  if (MOMENT.test(text)) {
    const at = new Date(text)
    return Number.isNaN(at.getTime()) ? null : { day: dayOf(at), time: unlessMidnight(timeOf(at)) }
  }
  const dayFirst = DAY_FIRST.exec(text)
  const yearFirst = YEAR_FIRST.exec(text)
  const [year, month, date] = dayFirst
    ? [dayFirst[3], dayFirst[2], dayFirst[1]]
    : [yearFirst?.[1], yearFirst?.[2], yearFirst?.[3]]
  if (year === undefined || month === undefined || date === undefined) return null
  const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const full = year.length === 2 ? `20${year}` : year
  const day = `${full}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? { day, time: minuteOf((dayFirst ?? yearFirst)?.groups ?? {}) } : null
}

/** '10:22 PM' and '22:22:31' as '22:22': one file of an account may write the seconds, and another one not. */
function minuteOf({ hour, minute = '', half }: { [part: string]: string | undefined }): string {
  if (hour === undefined) return ''
  const of24 =
    half === undefined || Number(hour) > 12 ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0)
  return unlessMidnight(`${String(of24).padStart(2, '0')}:${minute}`)
}

/** Spreadsheets write a day without a time as its midnight. */
function unlessMidnight(time: string): string {
  return time === '00:00' ? '' : time
}

// Of banks and UPI apps, in letters only. 'W' is left out: where it is used, 'D' is a deposit.
const OUT = /^(d|dr|wdl|out|(debit|refund|chargeback|withdraw|paid|payout|disburs|sent).*)$/
const IN = /^(c|cr|dep|in|(credit|deposit|receiv|receipt|payment|acquiring|collect).*)$/

type AmountCells = { credit: string; debit: string; amount: string; direction: string | null }

/**
 * The amount of a line, below zero for money out; or why there is none. `direction` is the word beside an amount without a
 * sign, null if the file has no column for it.
 */
export function readAmount(cells: AmountCells): Paise | 'no_amount' | 'no_direction' {
  const [credit, debit] = [readMoney(cells.credit), readMoney(cells.debit)]
  if (credit !== null && credit !== ZERO) return debit === null || debit === ZERO ? credit : 'no_amount'
  if (debit !== null && debit !== ZERO) return debit > 0n ? negate(debit) : debit
  const amount = readMoney(cells.amount)
  if (amount === null || amount === ZERO) return 'no_amount'
  if (cells.direction === null || amount < 0n) return amount
  const word = cells.direction.toLowerCase().replace(/[^a-z]/g, '')
  if (OUT.test(word)) return negate(amount)
  return IN.test(word) ? amount : 'no_direction'
}

// A comma before the last three digits, and others before two or three: in '1500,50' the comma is a decimal point.
const DIGITS = String.raw`(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d*)?|\.\d+`
const MONEY = new RegExp(String.raw`^\(?([-+]?)\s*(?:₹|rs\.?|inr)?\s*([-+]?)(${DIGITS})\s*\)?\s*(cr|dr)?\.?$`, 'i')

/** '1,50,000.00', '₹ 500', '500.00 Dr', '(500)', '-500': paise; null if it is not an amount. */
export function readMoney(text: string): Paise | null {
  const found = MONEY.exec(text)
  if (!found) return null
  const [, sign, inner, digits = '', side = ''] = found
  const plain = digits.replaceAll(',', '')
  const decimals = plain.split('.')[1] ?? ''
  // Banks write two decimals, followed by zeros at most; a spreadsheet stores 1500.1 as 1500.0999999999999.
  const short =
    decimals.length > 8
      ? Number(plain).toFixed(2)
      : plain.replace(/\.?0*$/, (zeros) => (plain.includes('.') ? '' : zeros))
  const units = parseDecimal(short.startsWith('.') ? `0${short}` : short || '0', 2)
  if (units === null || units > AMOUNT_MAX * 1000n) return null
  const amount = paise(units)
  const isOut = sign === '-' || inner === '-' || text.startsWith('(') || side.toLowerCase() === 'dr'
  return isOut ? negate(amount) : amount
}

/**
 * Everything in the texts of a line that may be a reference: each word with a digit, without the zeros with which banks
 * pad it, and each text that is short enough to be one as a whole.
 */
export function keysOf(texts: readonly string[]): string[] {
  const keys = new Set<string>()
  for (const text of texts) {
    const whole = text.length <= 64 ? [text] : []
    for (const word of [...whole, ...text.split(/[^\p{L}\p{N}]+/u)]) {
      const key = referenceKey(word)
      for (const each of [key, key.replace(/^0+/, '')])
        if (each.length >= KEY_LENGTH_MIN && /\d/.test(each) && each.length <= 100) keys.add(each)
    }
  }
  return [...keys].slice(0, KEYS_MAX)
}

/** Two identical lines have the same fingerprint, from whichever file and however it writes day, time and amounts. */
function fingerprintOf({ day, time, amount, reference, narration, payer, balance }: LineContent): Buffer {
  const said = [day, time, amount, reference, narration, payer, balance].map((part) => String(part ?? ''))
  return hash('sha256', JSON.stringify(said), 'buffer')
}
