import type { Language } from '@bittkosh/contract/language'
import { negate, rupeesText } from '@bittkosh/contract/money'
import { addDays, dayOf, timeOf } from '@bittkosh/contract/time'
import type { Readable } from 'node:stream'
import { csvFile } from '../platform/http/csv.ts'
import type { Db } from '../platform/database/database.ts'
import { linesOf, type Range, type StatementAccount } from './statement.ts'
import { describe, referenceText, statementWords } from './statement-words.ts'

type Statement = { accounts: readonly StatementAccount[]; range: Range; language: Language; at: Date }

/** The statement as CSV: each account from its opening to its closing line. */
export function statementCsv(db: Db, statement: Statement): Readable {
  return csvFile(rowsOf(db, statement))
}

async function* rowsOf(db: Db, { accounts, range, language, at }: Statement): AsyncGenerator<string[]> {
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
        yield [
          name,
          ...when,
          describe(words, line),
          referenceText(words, line.reference),
          came,
          left,
          rupeesText(line.balance),
        ]
      }
    }
    const lastDay = addDays(dayOf(range.until), -1)
    const until = lastDay === dayOf(at) ? timeOf(at) : '23:59'
    // The sums of the in and out columns are not in them, because people add the columns up.
    yield [name, lastDay, until, words.closing, '', '', '', rupeesText(account.closing)]
  }
}
