import { expect, test } from 'vitest'
import { complaint, readComplaint } from './complaint.ts'
import { type Complaint, complaints, complaintSentence } from './complaints.ts'
import { hindiSentence } from './refusals.hi.ts'

/** Figures for every code whose sentence has them. */
const figures: Record<string, object> = {
  too_short: { min: 8 },
  too_many: { max: 4 },
  too_long: { max: 500 },
  line_too_long: { max: 500 },
  number_range: { min: 0.01, max: 100_000 },
  number_decimals: { max: 4 },
  number_max: { max: 100_000 },
  decimals: { max: 2 },
  whole_range: { min: 1, max: 100 },
  percent_range: { max: 1_000 },
  days_range: { min: 1, max: 3650 },
  too_many_months: { max: 24 },
}
const all = Object.keys(complaints).map((code) => {
  const said = code in figures ? { code, params: figures[code] } : { code }
  return said as Complaint // the sentences below show that no figure is missing
})

test.each(all)('$code survives the message of a schema and has a sentence in both languages', (said) => {
  const written = complaint as (code: string, params?: unknown) => string // any code
  const message = written(said.code, 'params' in said ? said.params : undefined)
  expect(readComplaint(message)).toEqual(said)
  expect(complaintSentence(said)).toMatch(/^[A-Z][^{}]+$/)
  expect(hindiSentence(said.code, 'params' in said ? said.params : undefined)).toMatch(
    /^(?!.*undefined)[^{}]*[\u0900-\u097f]/,
  )
})

test('a schema without a complaint of its own still gets one', () => {
  expect(readComplaint('Invalid input')).toEqual({ code: 'unfit' })
})

test('a sentence shows its figures with Indian digit grouping', () => {
  const range: Complaint = { code: 'number_range', params: { min: 0.01, max: 100_000 } }
  expect(complaintSentence(range)).toBe('Enter a number from 0.01 to 1,00,000')
  expect(hindiSentence(range.code, range.params)).toBe('0.01 से 1,00,000 तक की संख्या लिखें')
})
