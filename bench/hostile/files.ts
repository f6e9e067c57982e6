/** Mails, CSV and PDF files that contain hostile texts: finds what became anything but text there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import PostalMime from 'postal-mime'
import { getDocumentProxy } from 'unpdf'

/** The regular parts of one of our mails. */
// prettier-ignore
const ownHeaders = [
  'content-transfer-encoding', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to',
]

export async function readMails(folder: string): Promise<{ mails: number; findings: string[] }> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  const findings = await Promise.all(names.map(async (name) => wrongMail(readFileSync(join(folder, name)))))
  return { mails: names.length, findings: findings.flat() }
}

/** The defects of a mail: a foreign header or part, or a line that ends it. */
export async function wrongMail(raw: Buffer): Promise<string[]> {
  const mail = await PostalMime.parse(raw)
  const text = raw.toString('latin1')
  const [head = ''] = text.split('\r\n\r\n')
  const foreign = mail.headers.filter(({ key }) => !ownHeaders.includes(key)).map(({ key }) => key)
  const twice = ownHeaders.filter((key) => mail.headers.filter((each) => each.key === key).length > 1)
  return [
    ...foreign.map((key) => `a header ${key}`),
    ...twice.map((key) => `${key} twice`),
    ...(/^content-type: text\/plain; charset=utf-8$/im.test(head) ? [] : ['no plain text']),
    ...(mail.html === undefined && mail.attachments.length === 0 ? [] : ['a part besides the text']),
    ...(mail.to?.length === 1 && mail.from?.address?.startsWith('no-reply@') ? [] : ['another sender or receiver']),
    ...(/[^\r]\n|\r(?!\n)/.test(text) ? ['a line without its end'] : []),
    ...(text.split('\r\n').some((line) => line.length > 998) ? ['a line too long for a mail server'] : []),
  ].map((what) => `mail ${mail.subject}: ${what}`)
}

/**
 * The defects of a CSV file: a cell that a spreadsheet would execute (a negative amount is none), or a row with another length than
 * the header.
 */
export function wrongCells(csv: string): { cells: number; findings: string[] } {
  const [head = [], ...rows] = readCsv(csv)
  const cells = rows.flat()
  return {
    cells: cells.length,
    findings: [
      ...cells
        .filter((cell) => /^(?!-\d+\.\d\d$)[=+\-@\t\r＝＋－＠]/.test(cell))
        .map((cell) => `a formula ${JSON.stringify(cell)}`),
      ...rows.filter((row) => row.length !== head.length).map((row) => `a row of ${row.length}: ${row.join('|')}`),
    ],
  }
}

/** The defects of a spreadsheet: it can't be read, or has a formula or a link. */
export function wrongSheet(file: Uint8Array): string[] {
  const parts = Object.entries(unzipSync(file)).filter(([name]) => name.endsWith('.xml') || name.endsWith('.rels'))
  const wrong = parts.flatMap(([name, bytes]) => {
    const xml = strFromU8(bytes)
    const isBroken = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml)
    return [
      ...(/<f[ >]/.test(xml) ? [`a formula in ${name}`] : []),
      ...(/<hyperlink|TargetMode="External"/.test(xml) ? [`a link in ${name}`] : []),
      ...(isBroken ? [`a sign in ${name} that XML has not`] : []),
    ]
  })
  return parts.some(([name]) => name.startsWith('xl/worksheets/')) ? wrong : [...wrong, 'no sheet']
}

/** RFC 4180, character by character. */
export function readCsv(csv: string): string[][] {
  const rows: string[][] = []
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  const text = csv.replace(/^\ufeff/, '')
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (isQuoted && letter === '"' && text[at + 1] === '"') cell += text[++at]
    else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && letter === ',') [row, cell] = [[...row, cell], '']
    else if (!isQuoted && letter === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell])
      ;[row, cell] = [[], '']
      at++
    } else cell += letter
  }
  return rows
}

/** The defects of a statement: it can't be read, text runs off its page, or what follows the name is missing. */
export async function wrongPdf(file: Uint8Array, following: readonly string[]): Promise<string[]> {
  const document = await getDocumentProxy(file)
  const findings: string[] = []
  const words: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const [, , width = 0] = page.view
    const { items } = await page.getTextContent()
    for (const item of items) {
      if (!('str' in item)) continue
      words.push(item.str)
      const left = Number(item.transform[4])
      // Characters that the typeface lacks are boxes, whose width the PDF reader of this test guesses.
      const isKnown = !item.str.includes('\u0000')
      if (left < 0 || (isKnown && left + item.width > width)) findings.push(`off the page: ${JSON.stringify(item.str)}`)
    }
    if ((await page.getAnnotations()).length > 0) findings.push('a link or field')
  }
  if (await document.getJSActions()) findings.push('a script')
  const text = words.join(' ')
  return [...findings, ...following.filter((each) => !text.includes(each)).map((each) => `without ${each}`)]
}
