import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { PassThrough, type Readable } from 'node:stream'
import { BRAND, TAGLINE } from '@bittkosh/contract/brand'
import type { Language } from '@bittkosh/contract/language'
import { formatRupees, negate, type Paise } from '@bittkosh/contract/money'
import { addDays, dayOf, timeOf } from '@bittkosh/contract/time'
import Pdf from 'pdfkit'
import type { Db } from '../platform/database/database.ts'
import { linesOf, type Range, type StatementAccount, type StatementLine, totalsOf } from './statement.ts'
import { describe, referenceText, statementWords } from './statement-words.ts'

// Static fonts of the product's typeface: the library's built-in fonts silently print ₹ as another sign.
const fonts = {
  regular: fontPath('400Regular/AnekDevanagari_400Regular.ttf'),
  bold: fontPath('600SemiBold/AnekDevanagari_600SemiBold.ttf'),
}

const PAGE = { width: 595.28, height: 841.89, margin: 42 } // A4 in points
const LEFT = PAGE.margin
const RIGHT = PAGE.width - PAGE.margin
const BOTTOM = PAGE.height - 56
const ROW = 16
const FORGET_PAGES = 10
const ink = { text: '#1D1B16', soft: '#565044', hairline: '#DDD5C5', spine: '#F5A81C', head: '#F2EDE2' }

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

/** The statement as PDF, written while it is read: a full page leaves memory. */
export function statementPdf(db: Db, file: StatementFile): Readable {
  const sheet = openSheet(file)
  write(db, file, sheet).catch((error: Error) => sheet.out.destroy(error))
  return sheet.out
}

async function write(db: Db, file: StatementFile, sheet: Sheet) {
  const words = statementWords[file.language]
  drawHead(sheet, file)
  drawSummary(sheet, file)
  for (const account of file.accounts) {
    if (account.came === 0n && account.left === 0n) continue
    drawAccountHead(sheet, words.accounts[account.kind], account.opening)
    for await (const lines of linesOf(db, account, file.range)) {
      for (const line of lines) {
        drawLine(sheet, line)
        if (sheet.out.writableNeedDrain) await sheet.drained()
      }
    }
    drawTotal(sheet, words.closing, account.closing)
  }
  if (file.accounts.every((account) => account.came === 0n && account.left === 0n)) drawNothing(sheet)
  sheet.doc.end()
}

type Sheet = {
  doc: PDFKit.PDFDocument
  out: PassThrough
  words: (typeof statementWords)[Language]
  pages: number
  /** Resolves when the reader has taken what was written; rejects when the reader is gone. */
  drained(): Promise<unknown>
}

function openSheet({ language }: StatementFile): Sheet {
  const words = statementWords[language]
  const doc = new Pdf({
    size: 'A4',
    margins: { top: PAGE.margin, bottom: 0, left: PAGE.margin, right: PAGE.margin },
    autoFirstPage: false,
    font: fonts.regular,
    lang: language,
    info: { Title: `${BRAND}: ${words.title}`, Creator: BRAND },
  })
  const out = new PassThrough()
  const gone = new AbortController()
  out.once('close', () => gone.abort())
  const sheet: Sheet = { doc, out, words, pages: 0, drained: () => once(out, 'drain', { signal: gone.signal }) }
  doc.on('pageAdded', () => drawFrame(sheet))
  doc.pipe(out)
  doc.addPage()
  return sheet
}

function drawFrame(sheet: Sheet) {
  const { doc, words } = sheet
  sheet.pages += 1
  if (sheet.pages % FORGET_PAGES === 0) forgetWords(doc)
  doc.rect(0, 0, 8, PAGE.height).fill(ink.spine)
  text(sheet, words.footnote, LEFT, PAGE.height - 36, { size: 8, color: ink.soft })
  text(sheet, words.page(sheet.pages), RIGHT, PAGE.height - 36, { size: 8, color: ink.soft, right: true })
  doc.y = PAGE.margin
}

/**
 * The library caches the layout of each word for ever: 100,000 lines would take 750 MB. Without the cache they take six
 * times as long, so it is emptied now and then. There is no public way to do that.
 */
function forgetWords(doc: PDFKit.PDFDocument) {
  const { _fontFamilies: open } = doc as unknown as { _fontFamilies: Record<string, { layoutCache: object }> }
  for (const font of Object.values(open)) font.layoutCache = Object.create(null)
}

function drawHead(sheet: Sheet, { holder, range, at }: StatementFile) {
  const { doc, words } = sheet
  text(sheet, BRAND, LEFT, doc.y, { size: 18, font: 'bold' })
  text(sheet, words.title, RIGHT, doc.y + 4, { size: 14, font: 'bold', right: true })
  text(sheet, TAGLINE, LEFT, doc.y + 24, { size: 8, color: ink.soft })
  const lastDay = addDays(dayOf(range.until), -1)
  text(sheet, words.period(plainDay(dayOf(range.from)), plainDay(lastDay)), RIGHT, doc.y + 24, { right: true })
  text(sheet, holder.name, LEFT, doc.y + 44, { size: 10, font: 'bold', within: RIGHT - LEFT })
  const made = words.made(`${plainDay(dayOf(at))}, ${timeOf(at)}`)
  const besideMade = RIGHT - LEFT - doc.font(fonts.regular).fontSize(8).widthOfString(made) - 12
  text(sheet, holder.email, LEFT, doc.y + 58, { color: ink.soft, within: besideMade })
  text(sheet, made, RIGHT, doc.y + 58, { size: 8, color: ink.soft, right: true })
  doc.y += 88
}

/** Every account on one line, and the sum of all that the user has. */
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
    row(words.accounts[kind], [opening, came, left, closing].map(rupees))
    hairline(sheet, doc.y - 2)
  }
  const totals = totalsOf(accounts)
  row(words.total, [rupees(totals.opening), '', '', rupees(totals.closing)], 'bold')
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
  text(sheet, rupees(opening), columns.balance, doc.y, { right: true })
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
  if (line.amount > 0n) text(sheet, rupees(line.amount), columns.in, doc.y, { right: true })
  else text(sheet, rupees(negate(line.amount)), columns.out, doc.y, { right: true })
  text(sheet, rupees(line.balance), columns.balance, doc.y, { right: true })
  hairline(sheet, doc.y + ROW - 2)
  doc.y += ROW
}

function drawTotal(sheet: Sheet, name: string, total: Paise) {
  const { doc } = sheet
  text(sheet, name, columns.description, doc.y, { font: 'bold' })
  text(sheet, rupees(total), columns.balance, doc.y, { font: 'bold', right: true })
  doc.y += ROW
  doubleLine(sheet, columns.out + 12)
  doc.y += 22
}

function drawNothing(sheet: Sheet) {
  text(sheet, sheet.words.nothing, LEFT, sheet.doc.y, { color: ink.soft })
}

type Font = 'regular' | 'bold'

// Joiners (U+200C, U+200D) are allowed in names; the library reads beyond the end of the font for their empty glyphs, and
// throws. Without them a conjunct may be written in its other form.
const unjoined = (words: string) => words.replace(/[\u200c\u200d]/g, '')

function text(
  { doc }: Sheet,
  written: string,
  x: number,
  y: number,
  {
    size = 9,
    font = 'regular',
    color = ink.text,
    right = false,
    within,
  }: {
    size?: number
    font?: Font
    color?: string
    right?: boolean
    /** Points; longer words are written smaller, whole. */
    within?: number
  },
) {
  const { y: row } = doc
  const words = unjoined(written)
  // By its path: with a registered name the library opens the file again for every word.
  doc.font(fonts[font]).fontSize(size).fillColor(color)
  if (within !== undefined) doc.fontSize(size * Math.min(1, within / doc.widthOfString(words)))
  doc.text(words, right ? x - doc.widthOfString(words) : x, y, { lineBreak: false })
  doc.y = row
}

function hairline({ doc }: Sheet, y: number) {
  doc.lineWidth(0.5).strokeColor(ink.hairline).moveTo(LEFT, y).lineTo(RIGHT, y).stroke()
}

// The accountant's double line under a final total.
function doubleLine({ doc }: Sheet, from: number) {
  doc.lineWidth(0.7).strokeColor(ink.text)
  for (const y of [doc.y - 3, doc.y - 1]) doc.moveTo(from, y).lineTo(RIGHT, y).stroke()
}

function rupees(amount: Paise): string {
  return formatRupees(amount)
}

/** '31-03-2026', as statements in India write it. */
function plainDay(day: string): string {
  return day.split('-').toReversed().join('-')
}

function fontPath(file: string): string {
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/anek-devanagari/${file}`))
}
