import type { Language } from '@bittkosh/contract/language'
import { addDays, dayOf } from '@bittkosh/contract/time'
import type { Readable } from 'node:stream'
import { csvFile } from '../platform/http/csv.ts'
import { type Income, TDS_DEDUCTED } from './income.ts'
import { incomeWords } from './income-words.ts'
import type { Range } from './statement.ts'

type IncomeFile = { income: Income; range: Range; language: Language; holder: { name: string }; pan: string | null }

/** A row per kind of income, each with its owner and its days; no total and no corrections, because people add the rows up. */
export function incomeCsv({ income, range, language, holder, pan }: IncomeFile): Readable {
  const words = incomeWords[language]
  const whose = [holder.name, pan ?? '', dayOf(range.from), addDays(dayOf(range.until), -1)]
  return csvFile([
    [words.name, words.pan, words.from, words.to, words.income, words.credited, words.tdsDeducted, words.tdsSection],
    ...income.lines.map(({ line, credited }) => [...whose, words.lines[line], credited, TDS_DEDUCTED, '']),
  ])
}
