import { expect, test } from 'vitest'
import { flowSearch } from './search.ts'

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
