import { expect, test } from 'vitest'
import { auditSearch, flowSearch, listSearch, queueSearch, reconciliationSearch } from './search.ts'

test.each([
  ['a page of this app', '/invest/BTC?step=review', true],
  ['the landing page', '/', true],
  ['another site', 'https://example.com/wallet', false],
  ['another site without its protocol', '//example.com', false],
  ['the same with a backslash', '/\\example.com', false],
  ['the same with a tab, which a browser drops', '/\t/example.com', false],
  ['the same with a line end', '/\n/example.com', false],
  ['a script', 'javascript:alert(1)', false],
])('a flow leads back to %s', (_where, back, isTaken) => {
  expect(flowSearch({ back })).toEqual(isTaken ? { back } : {})
})

test.each([
  ['a day', '2026-02-28', true],
  ['a day that does not exist', '2026-02-30', false],
  ['a word', 'soon', false],
  ['a number', 20260228, false],
  ['a list', ['2026-02-28'], false],
])('an address filters the audit log, a queue and the reconciliation by %s', (_what, day, isTaken) => {
  const found = (key: string) => (isTaken ? { [key]: day } : {})
  expect(auditSearch({ from: day })).toEqual(found('from'))
  expect(queueSearch({ to: day })).toEqual(found('to'))
  expect(reconciliationSearch({ day })).toEqual(found('day'))
})

test.each([
  ['the first', '1', { page: 1, id: 1 }],
  ['the last page that a list has', '1000000', { page: 1_000_000, id: 1_000_000 }],
  ['a page that no list has', '1000001', { id: 1_000_001 }],
  ['the last id', '2147483647', { id: 2_147_483_647 }],
  ['an id that no record has', '2147483648', {}],
  ['none', '0', {}],
  ['a fraction', '1.5', {}],
  ['a word', 'last', {}],
])('an address opens a page of a list and a record: %s', (_which, number, found) => {
  expect(listSearch({ page: number, id: number })).toEqual(found)
})
