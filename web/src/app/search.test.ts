import { expect, test } from 'vitest'
import { auditSearch, flowSearch, queueSearch, reconciliationSearch } from './search.ts'

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
