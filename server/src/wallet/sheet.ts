/** The page on which an account's documents are drawn: its frame, its header, and basic drawing functions. */
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { PassThrough } from 'node:stream'
import { BRAND, TAGLINE } from '@bittkosh/contract/brand'
import { ownContact } from '@bittkosh/contract/contact'
import type { Language } from '@bittkosh/contract/language'
import { addDays, dayOf, timeOf } from '@bittkosh/contract/time'
import Pdf from 'pdfkit'
import type { Range } from './statement.ts'
import { statementWords } from './statement-words.ts'

// Static fonts of the product's typeface: the library's built-in fonts silently print ₹ as another sign.
const fonts = {
  regular: fontPath('400Regular/AnekDevanagari_400Regular.ttf'),
  bold: fontPath('600SemiBold/AnekDevanagari_600SemiBold.ttf'),
}

const PAGE = { width: 595.28, height: 841.89, margin: 42 } // A4 in points
export const LEFT = PAGE.margin
export const RIGHT = PAGE.width - PAGE.margin
export const BOTTOM = PAGE.height - 56
export const ROW = 16
const FORGET_PAGES = 10
export const ink = { text: '#1D1B16', soft: '#565044', hairline: '#DDD5C5', spine: '#F5A81C', head: '#F2EDE2' }

export type Sheet = {
  doc: PDFKit.PDFDocument
  out: PassThrough
  words: (typeof statementWords)[Language]
  footnote: string
  pages: number
  /** Resolves when the reader has consumed what was written; rejects when the reader is gone. */
  drained(): Promise<unknown>
}

/** An empty document with this title, whose pages have the frame and a footer line. */
export function openSheet({
  language,
  title,
  footnote,
}: {
  language: Language
  title: string
  footnote: string
}): Sheet {
  const words = statementWords[language]
  const doc = new Pdf({
    size: 'A4',
    margins: { top: PAGE.margin, bottom: 0, left: PAGE.margin, right: PAGE.margin },
    autoFirstPage: false,
    font: fonts.regular,
    lang: language,
    info: { Title: `${BRAND}: ${title}`, Creator: BRAND },
  })
  const out = new PassThrough()
  const gone = new AbortController()
  out.once('close', () => gone.abort())
  const sheet: Sheet = {
    doc,
    out,
    words,
    footnote,
    pages: 0,
    drained: () => once(out, 'drain', { signal: gone.signal }),
  }
  doc.on('pageAdded', () => drawFrame(sheet))
  doc.pipe(out)
  doc.addPage()
  return sheet
}

function drawFrame(sheet: Sheet) {
  const { doc, words, footnote } = sheet
  sheet.pages += 1
  if (sheet.pages % FORGET_PAGES === 0) forgetWords(doc)
  doc.rect(0, 0, 8, PAGE.height).fill(ink.spine)
  text(sheet, footnote, LEFT, PAGE.height - 36, { size: 8, color: ink.soft })
  text(sheet, words.page(sheet.pages), RIGHT, PAGE.height - 36, { size: 8, color: ink.soft, right: true })
  doc.y = PAGE.margin
}

/**
 * The library caches the layout of each word for ever: 100,000 lines would take 750 MB. Without the cache they take six
 * times as long, so it is cleared now and then. There is no public way to do that.
 */
function forgetWords(doc: PDFKit.PDFDocument) {
  const { _fontFamilies: open } = doc as unknown as { _fontFamilies: Record<string, { layoutCache: object }> }
  for (const font of Object.values(open)) font.layoutCache = Object.create(null)
}

export type Head = { title: string; holder: { name: string; email: string }; range: Range; at: Date }

/** The owner, the title, the range of days and the time of creation. */
export function drawHead(sheet: Sheet, { title, holder, range, at }: Head) {
  const { doc, words } = sheet
  text(sheet, BRAND, LEFT, doc.y, { size: 18, font: 'bold' })
  text(sheet, title, RIGHT, doc.y + 4, { size: 14, font: 'bold', right: true })
  text(sheet, TAGLINE, LEFT, doc.y + 24, { size: 8, color: ink.soft })
  const lastDay = addDays(dayOf(range.until), -1)
  text(sheet, words.period(plainDay(dayOf(range.from)), plainDay(lastDay)), RIGHT, doc.y + 24, { right: true })
  text(sheet, holder.name, LEFT, doc.y + 44, { size: 10, font: 'bold', within: RIGHT - LEFT })
  const made = words.made(`${plainDay(dayOf(at))}, ${timeOf(at)}`)
  const besideMade = RIGHT - LEFT - doc.font(fonts.regular).fontSize(8).widthOfString(made) - 12
  text(sheet, ownContact(holder.email) ?? '', LEFT, doc.y + 58, { color: ink.soft, within: besideMade })
  text(sheet, made, RIGHT, doc.y + 58, { size: 8, color: ink.soft, right: true })
  doc.y += 88
}

export type Font = 'regular' | 'bold'

// Joiners (U+200C, U+200D) are permitted in names, but for their empty glyphs the library reads beyond the end of the
// font and throws. Without them a conjunct may appear in its other form.
const unjoined = (words: string) => words.replace(/[\u200c\u200d]/g, '')

/** Writes on one line without moving on; `right` ends at `x`. */
export function text(
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
    /** Points; longer text is written smaller, in full. */
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

/** A thin line across the page. */
export function hairline({ doc }: Sheet, y: number) {
  doc.lineWidth(0.5).strokeColor(ink.hairline).moveTo(LEFT, y).lineTo(RIGHT, y).stroke()
}

/** The accountant's double line under a final total. */
export function doubleLine({ doc }: Sheet, from: number) {
  doc.lineWidth(0.7).strokeColor(ink.text)
  for (const y of [doc.y - 3, doc.y - 1]) doc.moveTo(from, y).lineTo(RIGHT, y).stroke()
}

/** '31-03-2026', as statements in India write it. */
export function plainDay(day: string): string {
  return day.split('-').toReversed().join('-')
}

function fontPath(file: string): string {
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/anek-devanagari/${file}`))
}
