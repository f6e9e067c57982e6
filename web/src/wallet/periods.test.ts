import { expect, test } from 'vitest'
import { lastDays } from './periods.ts'

test('thirty days include today', () => {
  expect(lastDays(30, '2026-11-21')).toEqual({ from: '2026-10-23', to: '2026-11-21' })
})
