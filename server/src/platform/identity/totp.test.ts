import { expect, test } from 'vitest'
import { base32, codeOf, matchingStep, stepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, SHA-1, the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the standard’s own example at %d s', (seconds, code) => {
  expect(codeOf(secret, stepOf(new Date(seconds * 1000)))).toBe(code)
})

test('a code counts half a minute before and after its own, and no longer', () => {
  const at = new Date('2026-12-01T10:00:10Z')
  const code = (step: number) => codeOf(secret, stepOf(at) + step)
  expect([-2, -1, 0, 1, 2].map((step) => matchingStep(secret, code(step), at) !== null)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(matchingStep(secret, code(0).replace(/^(...)/, ' $1 '), at), 'as apps show it').toBe(stepOf(at))
  for (const other of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦']) expect(matchingStep(secret, other, at)).toBe(null)
})

test('a secret is written as apps read it', () => {
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
