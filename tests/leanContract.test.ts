import { expect, test } from 'vitest'
import { leanEndpoints } from '../web/build/leanContract.ts'

test('browsers get an endpoint without the parts that only the server reads; all else keeps its position', () => {
  const code = [
    "const shape = { name: 'kept', summary: 'kept' }",
    'export const pay = endpoint({',
    "  name: 'pay',",
    "  path: '/pay',",
    "  summary: 'Pays, and more',",
    "  permission: 'money.pay',",
    "  refusals: ['below_minimum', ...posting],",
    '  body: z.strictObject({ name }),',
    '})',
  ].join('\n')
  const lean = leanEndpoints(code, 'pay.ts')
  expect(lean.replace(/ +$/gm, '').split('\n')).toEqual([
    "const shape = { name: 'kept', summary: 'kept' }",
    'export const pay = endpoint({',
    '',
    "  path: '/pay',",
    '',
    "  permission: 'money.pay',",
    '',
    '  body: z.strictObject({ name }),',
    '})',
  ])
  expect(lean).toHaveLength(code.length)
})
