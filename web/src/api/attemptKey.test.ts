import { expect, test } from 'vitest'
import { attemptKeys } from './attemptKey.ts'

test('the same values after a lost connection are the same attempt', () => {
  const keys = attemptKeys()
  expect(keys.keyFor({ amount: 100n, note: 'rent' })).toBe(keys.keyFor({ amount: 100n, note: 'rent' }))
})

test('an edit starts a new attempt, and so does typing the first values again', () => {
  const keys = attemptKeys()
  const first = keys.keyFor({ amount: 100n })
  const second = keys.keyFor({ amount: 200n })
  expect(second).not.toBe(first)
  expect(keys.keyFor({ amount: 100n })).not.toBe(first)
})

test('after success the same values are a new attempt', () => {
  const keys = attemptKeys()
  const first = keys.keyFor({ amount: 100n })
  keys.ended()
  expect(keys.keyFor({ amount: 100n })).not.toBe(first)
})

test('100 rupees as money and as text are different values', () => {
  const keys = attemptKeys()
  expect(keys.keyFor({ amount: 100n })).not.toBe(keys.keyFor({ amount: '100' }))
})
