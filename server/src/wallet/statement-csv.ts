import { negate, rupeesText } from '@bittkosh/contract/money'
import { addDays, dayOf, timeOf } from '@bittkosh/contract/time'
import { stringify } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'
import type { Db } from '../platform/database.ts'
import { linesOf, type Range, type StatementAccount } from './statement.ts'
import { describe, type Language, statementWords } from './statement-words.ts'

/**
 * The statement as CSV: each account from its opening to its closing line. UTF-8 with a byte order mark, which
 * Excel needs for Hindi; cells that a spreadsheet would run as a formula get a leading apostrophe (T50).
 */
export function statementCsv(
  db: Db,
  statement: { accounts: readonly StatementAccount[]; range: Range; language: Language },
): Readable {
  const csv = stringify({ bom: true, escape_formulas: true, record_delimiter: '\r\n' })
  // A reader that goes away ends the reading of lines too; the error of that is nobody's concern.
  return pipeline(Readable.from(rowsOf(db, statement)), csv, () => {})
}

async function* rowsOf(
  db: Db,
  { accounts, range, language }: Parameters<typeof statementCsv>[1],
): AsyncGenerator<string[]> {
  const words = statementWords[language]
  yield [words.account, words.date, words.time, words.description, words.reference, words.in, words.out, words.balance]
  for (const account of accounts) {
    const name = words.accounts[account.kind]
    yield [name, dayOf(range.from), '00:00', words.opening, '', '', '', rupeesText(account.opening)]
    for await (const lines of linesOf(db, account, range)) {
      for (const line of lines) {
        const came = line.amount > 0n ? rupeesText(line.amount) : ''
        const left = line.amount < 0n ? rupeesText(negate(line.amount)) : ''
        const when = [dayOf(line.at), timeOf(line.at)]
        yield [name, ...when, describe(words, line), line.reference, came, left, rupeesText(line.balance)]
      }
    }
    const lastDay = addDays(dayOf(range.until), -1)
    // The sums of in and out stay out of their columns, which people add up.
    yield [name, lastDay, '23:59', words.closing, '', '', '', rupeesText(account.closing)]
  }
}
