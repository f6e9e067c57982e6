import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { requestPage, requestQuery } from './requests.ts'

test('a list is narrowed by every field of its filter, and by nothing else', () => {
  const narrowed = {
    search: 'asha',
    flagged: 'true',
    late: 'true',
    from: '2026-11-01',
    to: '2026-11-21',
    type: 'upi',
    least: '100',
    most: '5000.50',
    status: 'returned',
    sort: 'smallest',
    page: '2',
    per_page: '50',
  }
  const read = z.decode(requestQuery('withdrawal'), narrowed as never)
  expect(read).toEqual({ ...narrowed, least: 100_00n, most: 5000_50n, page: 2, per_page: 50 })
  expect(z.decode(requestQuery('withdrawal'), {})).toMatchObject({ page: 1 })
})

test.each([
  ['a state of another kind', { status: 'reversed' }],
  ['an unknown order', { sort: 'random' }],
  ['an unset flag', { flagged: 'false' }],
  ['requests that are not late', { late: 'false' }],
  ['something else', { owner: '7' }],
])('a list cannot be narrowed to %s', (_case, query) => {
  expect(z.safeDecode(requestQuery('withdrawal'), query as never).success).toBe(false)
})

test('a page counts the states of its kind, each as a whole number', () => {
  const page = requestPage('kyc', z.object({ id: z.int() }))
  const counts = { pending: 1, approved: 2, rejected: 3 }
  const shown = { data: [{ id: 1 }], pagination: { current_page: 1, last_page: 1, per_page: 20, total: 6 }, counts }
  const read = z.safeDecode(page, { ...shown, is_cut: true } as never)
  expect(read.success ? [read.data.counts, read.data.is_cut] : read.error.issues).toEqual([counts, true])
  for (const wrong of [
    { ...counts, pending: 'x' },
    { approved: 2, rejected: 3 },
  ])
    expect(z.safeDecode(page, { ...shown, counts: wrong, is_cut: true } as never).success).toBe(false)
})
