import { rupeesText } from '@bittkosh/contract/money'
import { strToU8, zipSync } from 'fflate'
import type { FileCell } from './csv.ts'

const SCHEMAS = 'http://schemas.openxmlformats.org'
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`
const PACKAGE = `${SCHEMAS}/package/2006`
const OFFICE = `${SCHEMAS}/officeDocument/2006/relationships`
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
export const XLSX_TYPE = `${SPREADSHEET}.sheet`

/** Places in the list of styles below. */
const look = { plain: 0, money: 1, head: 2 }

/**
 * Rows as an XLSX file of one sheet, the first of them its heading; for a few thousand rows, which are in memory. Texts are
 * cells of text, so that a reference keeps its zeros and nothing is run as a formula; money is a number of rupees.
 */
export function xlsxFile(sheet: string, rows: readonly (readonly FileCell[])[]): Buffer {
  const files = {
    '[Content_Types].xml': element(
      'Types',
      { xmlns: `${PACKAGE}/content-types` },
      element('Default', {
        Extension: 'rels',
        ContentType: 'application/vnd.openxmlformats-package.relationships+xml',
      }),
      element('Default', { Extension: 'xml', ContentType: 'application/xml' }),
      ...[
        ['workbook', 'sheet.main'],
        ['styles', 'styles'],
        ['worksheets/sheet1', 'worksheet'],
      ].map(([file, type]) =>
        element('Override', { PartName: `/xl/${file}.xml`, ContentType: `${SPREADSHEET}.${type}+xml` }),
      ),
    ),
    '_rels/.rels': relations({ officeDocument: 'xl/workbook.xml' }),
    'xl/workbook.xml': element(
      'workbook',
      { xmlns: MAIN, 'xmlns:r': OFFICE },
      element('sheets', {}, element('sheet', { name: sheet, sheetId: '1', 'r:id': 'rId1' })),
    ),
    'xl/_rels/workbook.xml.rels': relations({ worksheet: 'worksheets/sheet1.xml', styles: 'styles.xml' }),
    'xl/styles.xml': styles(),
    'xl/worksheets/sheet1.xml': worksheet(rows),
  }
  const written = Object.entries(files).map(([path, xml]) => [
    path,
    strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
  ])
  return Buffer.from(zipSync(Object.fromEntries(written)))
}

function worksheet(rows: readonly (readonly FileCell[])[]): string {
  const width = (rows[0] ?? []).map((_, column) =>
    Math.min(40, 2 + Math.max(...rows.map((row) => textOf(row[column] ?? null).length))),
  )
  return element(
    'worksheet',
    { xmlns: MAIN },
    element(
      'sheetViews',
      {},
      element(
        'sheetView',
        { workbookViewId: '0' },
        element('pane', { ySplit: '1', topLeftCell: 'A2', activePane: 'bottomLeft', state: 'frozen' }),
      ),
    ),
    element(
      'cols',
      {},
      ...width.map((chars, column) =>
        element('col', { min: `${column + 1}`, max: `${column + 1}`, width: `${chars}`, customWidth: '1' }),
      ),
    ),
    element(
      'sheetData',
      {},
      ...rows.map((cells, row) =>
        element('row', { r: `${row + 1}` }, ...cells.map((value, column) => cell(value, row, column))),
      ),
    ),
  )
}

function cell(value: FileCell, row: number, column: number): string {
  if (value === null) return ''
  const r = `${columnName(column)}${row + 1}`
  if (typeof value === 'string') {
    const inline = element('is', {}, element('t', { 'xml:space': 'preserve' }, escaped(value)))
    return element('c', { r, t: 'inlineStr', s: `${row === 0 ? look.head : look.plain}` }, inline)
  }
  const s = `${typeof value === 'bigint' ? look.money : look.plain}`
  return element('c', { r, s }, element('v', {}, textOf(value)))
}

function textOf(value: FileCell): string {
  return typeof value === 'bigint' ? rupeesText(value) : String(value ?? '')
}

/** 'A' to 'Z', then 'AA'. */
function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last
}

function styles(): string {
  const formats = [
    { numFmtId: '0', fontId: '0' },
    { numFmtId: '4', fontId: '0', applyNumberFormat: '1' }, // 4 is #,##0.00
    { numFmtId: '0', fontId: '1', applyFont: '1' },
  ]
  const none = { fillId: '0', borderId: '0' }
  const list = (name: string, ...items: string[]) => element(name, { count: `${items.length}` }, ...items)
  return element(
    'styleSheet',
    { xmlns: MAIN },
    list('fonts', element('font', {}), element('font', {}, element('b', {}))),
    list('fills', element('fill', {}, element('patternFill', { patternType: 'none' }))),
    list('borders', element('border', {})),
    list('cellStyleXfs', element('xf', none)),
    list('cellXfs', ...formats.map((format) => element('xf', { ...none, ...format }))),
  )
}

function relations(targets: Record<string, string>): string {
  return element(
    'Relationships',
    { xmlns: `${PACKAGE}/relationships` },
    ...Object.entries(targets).map(([type, Target], index) =>
      element('Relationship', { Id: `rId${index + 1}`, Type: `${OFFICE}/${type}`, Target }),
    ),
  )
}

function element(name: string, attributes: Record<string, string>, ...content: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${written.join('')}>${content.join('')}</${name}>`
}

// What XML does not allow at all is left out: a spreadsheet with a control character does not open.
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
