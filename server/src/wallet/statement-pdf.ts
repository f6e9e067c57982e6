import type { Readable } from 'node:stream'
import type { Language } from '@bittkosh/contract/language'
import { formatRupees, negate, type Paise } from '@bittkosh/contract/money'
import { dayOf } from '@bittkosh/contract/time'
import type { Db } from '../platform/database/database.ts'
import {
  BOTTOM,
  doubleLine,
  drawHead,
  type Font,
  hairline,
  ink,
  LEFT,
  openSheet,
  plainDay,
  RIGHT,
  ROW,
  type Sheet,
  text,
} from './sheet.ts'
import { linesOf, type Range, type StatementAccount, type StatementLine, totalsOf } from './statement.ts'
import { describe, referenceText, statementWords } from './statement-words.ts'

/** Left edges of text columns, right edges of figures. */
const columns = {
  date: LEFT,
  description: LEFT + 84,
  reference: LEFT + 232,
  in: RIGHT - 164,
  out: RIGHT - 85,
  balance: RIGHT - 6,
}

type StatementFile = {
  accounts: readonly StatementAccount[]
  range: Range
  language: Language
  holder: { name: string; email: string }
  at: Date
}

/** The statement as PDF, written while the lines are read: a full page is flushed from memory. */
export function statementPdf(db: Db, file: StatementFile): Readable {
  const { title, footnote } = statementWords[file.language]
  const sheet = openSheet({ language: file.language, title, footnote })
  write(db, file, sheet).catch((error: Error) => sheet.out.destroy(error))
  return sheet.out
}

async function write(db: Db, file: StatementFile, sheet: Sheet) {
  const words = statementWords[file.language]
  drawHead(sheet, { ...file, title: words.title })
  drawSummary(sheet, file)
  for (const account of file.accounts) {
    if (account.came === 0n && account.left === 0n) continue
    drawAccountHead(sheet, words.accounts[account.kind], account.opening)
    for await (const lines of linesOf(db, account, file.range)) {
      for (const line of lines) {
        if (sheet.out.destroyed) return // whoever asked for it has gone
        drawLine(sheet, line)
        if (sheet.out.writableNeedDrain) await sheet.drained()
      }
    }
    drawTotal(sheet, words.closing, account.closing)
  }
  if (file.accounts.every((account) => account.came === 0n && account.left === 0n))
    text(sheet, words.nothing, LEFT, sheet.doc.y, { color: ink.soft })
  sheet.doc.end()
}

/** Every account on one line, and the sum of everything that the user has. */
function drawSummary(sheet: Sheet, { accounts }: StatementFile) {
  const { doc, words } = sheet
  const edges = [RIGHT - 270, RIGHT - 180, RIGHT - 90, RIGHT]
  const row = (name: string, figures: string[], font: Font = 'regular') => {
    text(sheet, name, LEFT + 6, doc.y, { font })
    figures.forEach((figure, index) => text(sheet, figure, edges[index]! - 6, doc.y, { font, right: true }))
    doc.y += ROW
  }
  doc.rect(LEFT, doc.y - 2, RIGHT - LEFT, ROW).fill(ink.head)
  row(words.account, [words.opening, words.in, words.out, words.closing], 'bold')
  for (const { kind, opening, came, left, closing } of accounts) {
    const figures = [opening, came, left, closing].map((amount) => formatRupees(amount))
    row(words.accounts[kind], figures)
    hairline(sheet, doc.y - 2)
  }
  const totals = totalsOf(accounts)
  row(words.total, [formatRupees(totals.opening), '', '', formatRupees(totals.closing)], 'bold')
  doubleLine(sheet, RIGHT - 84)
  doc.y += 22
}

function drawAccountHead(sheet: Sheet, name: string, opening: Paise) {
  const { doc, words } = sheet
  if (doc.y + 5 * ROW > BOTTOM) doc.addPage()
  text(sheet, name, LEFT, doc.y, { size: 12, font: 'bold' })
  doc.y += 22
  drawColumnHeads(sheet)
  text(sheet, words.opening, columns.description, doc.y, { color: ink.soft })
  text(sheet, formatRupees(opening), columns.balance, doc.y, { right: true })
  doc.y += ROW
}

function drawColumnHeads(sheet: Sheet) {
  const { doc, words } = sheet
  doc.rect(LEFT, doc.y - 2, RIGHT - LEFT, ROW).fill(ink.head)
  text(sheet, words.date, columns.date + 6, doc.y, { font: 'bold' })
  text(sheet, words.description, columns.description, doc.y, { font: 'bold' })
  text(sheet, words.reference, columns.reference, doc.y, { font: 'bold' })
  text(sheet, words.in, columns.in, doc.y, { font: 'bold', right: true })
  text(sheet, words.out, columns.out, doc.y, { font: 'bold', right: true })
  text(sheet, words.balance, columns.balance, doc.y, { font: 'bold', right: true })
  doc.y += ROW
}

function drawLine(sheet: Sheet, line: StatementLine) {
  const { doc, words } = sheet
  if (doc.y + ROW > BOTTOM) {
    doc.addPage()
    drawColumnHeads(sheet)
  }
  text(sheet, plainDay(dayOf(line.at)), columns.date + 6, doc.y, {})
  text(sheet, describe(words, line), columns.description, doc.y, {})
  text(sheet, referenceText(sheet.words, line.reference), columns.reference, doc.y, { color: ink.soft })
  if (line.amount > 0n) text(sheet, formatRupees(line.amount), columns.in, doc.y, { right: true })
  else text(sheet, formatRupees(negate(line.amount)), columns.out, doc.y, { right: true })
  text(sheet, formatRupees(line.balance), columns.balance, doc.y, { right: true })
  hairline(sheet, doc.y + ROW - 2)
  doc.y += ROW
}

function drawTotal(sheet: Sheet, name: string, total: Paise) {
  const { doc } = sheet
  text(sheet, name, columns.description, doc.y, { font: 'bold' })
  text(sheet, formatRupees(total), columns.balance, doc.y, { font: 'bold', right: true })
  doc.y += ROW
  doubleLine(sheet, columns.out + 12)
  doc.y += 22
}
