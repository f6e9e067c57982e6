import { expect, test } from 'vitest'
import { newCode } from './codes.ts'

test('a one-time code has six digits, also if the first ones are zeros', () => {
  const codes = Array.from({ length: 2_000 }, newCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  // each digit comes first about 200 times, including zero
  expect(new Set(codes.map((code) => code[0])).size).toBe(10)
})
