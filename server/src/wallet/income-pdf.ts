import { formatRupees } from '@bittkosh/contract/money'
import type { Readable } from 'node:stream'
import type { Language } from '@bittkosh/contract/language'
import { type Income, TDS_DEDUCTED } from './income.ts'
import { incomeWords } from './income-words.ts'
import {
  doubleLine,
  drawHead,
  type Font,
  hairline,
  ink,
  LEFT,
  openSheet,
  RIGHT,
  ROW,
  type Sheet,
  text,
} from './sheet.ts'
import type { Range } from './statement.ts'

const columns = { income: LEFT + 6, credited: RIGHT - 190, deducted: RIGHT - 90, section: RIGHT - 6 }

type IncomeFile = {
  income: Income
  range: Range
  language: Language
  holder: { name: string; email: string }
  pan: string | null
  at: Date
}

/** The income in a range on one page: a line per kind, the total, and an explanation of the figures. */
export function incomePdf(file: IncomeFile): Readable {
  const { income, language, pan } = file
  const words = incomeWords[language]
  const sheet = openSheet({ language, title: words.title, footnote: words.footnote })
  const { doc, out } = sheet
  drawHead(sheet, { ...file, title: words.title })
  text(sheet, `${words.pan}: ${pan ?? words.noPan}`, LEFT, doc.y, { size: 10, font: 'bold' })
  doc.y += 28

  doc.rect(LEFT, doc.y - 2, RIGHT - LEFT, ROW).fill(ink.head)
  row(sheet, [words.income, words.credited, words.tdsDeducted, words.tdsSection], 'bold')
  for (const { line, credited } of income.lines) {
    row(sheet, [words.lines[line], formatRupees(credited), formatRupees(TDS_DEDUCTED), '–'])
    hairline(sheet, doc.y - 2)
  }
  row(sheet, [words.total, formatRupees(income.total), formatRupees(TDS_DEDUCTED), ''], 'bold')
  doubleLine(sheet, columns.credited - 90)
  doc.y += 14
  if (income.corrections !== 0n) row(sheet, [words.corrections, formatRupees(income.corrections), '', ''])

  doc.y += 14
  for (const note of words.notes) {
    text(sheet, note, LEFT, doc.y, { color: ink.soft, within: RIGHT - LEFT })
    doc.y += ROW
  }
  doc.end()
  return out
}

function row(sheet: Sheet, [income, ...figures]: readonly [string, string, string, string], font: Font = 'regular') {
  const { doc } = sheet
  const edges = [columns.credited, columns.deducted, columns.section]
  text(sheet, income, columns.income, doc.y, { font })
  figures.forEach((figure, index) => text(sheet, figure, edges[index] ?? RIGHT, doc.y, { font, right: true }))
  doc.y += ROW
}
