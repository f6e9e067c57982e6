import { expect, test, vi } from 'vitest'
import { takeBegun } from './begun.ts'

const reply = Promise.resolve(new Response('{}'))
const begin = () => vi.stubGlobal('begun', { token: 'mine', replies: { '/api/portfolio': reply } })

test('a call that was sent early is taken once', () => {
  begin()
  expect(takeBegun('/api/portfolio', 'mine')).toBe(reply)
  expect(takeBegun('/api/portfolio', 'mine')).toBeUndefined()
})

test('nothing is taken for another session or address, or if nothing was sent early', () => {
  expect(takeBegun('/api/portfolio', 'mine')).toBeUndefined()
  begin()
  expect(takeBegun('/api/portfolio', 'other')).toBeUndefined()
  expect(takeBegun('/api/portfolio', undefined)).toBeUndefined()
  expect(takeBegun('/api/profile', 'mine')).toBeUndefined()
})
