import { beforeEach, expect, test, vi } from 'vitest'
import { forgetAttempt, forgetExpiredDrafts, keepDraft, readDraft } from './draft.ts'
import { forgetDrafts } from './forgetDrafts.ts'
import { session } from './session.ts'

const pristine = { amount: '', type: 'upi', notes: [] as string[] }
const typed = { ...pristine, amount: '1500' }
const signIn = (id: number) =>
  session.begin('secret', { id, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })

beforeEach(() => signIn(1))

test('what was typed is restored, with the attempt it was sent with', () => {
  const attempt = { values: '{"amount":1500}', key: 'k' }
  keepDraft('withdrawal', { pristine, values: typed, attempt })
  expect(readDraft('withdrawal', pristine)).toEqual({ values: typed, attempt })
  expect(readDraft('deposit', pristine)).toEqual({ values: {}, attempt: null })
})

test('the body of an attempt is restored with it', () => {
  const attempt = { values: '{"amount":1500}', key: 'k', sent: { typed: '{"amount":"1500"}', body: { amount: 1500 } } }
  keepDraft('withdrawal', { pristine, values: typed, attempt })
  expect(readDraft('withdrawal', pristine).attempt).toEqual(attempt)
  forgetAttempt('withdrawal')
  expect(readDraft('withdrawal', pristine)).toEqual({ values: typed, attempt: null })
})

test('another person finds nothing of it, and it waits for its writer', () => {
  keepDraft('withdrawal', { pristine, values: typed })
  session.end('server')
  keepDraft('withdrawal', { pristine, values: typed }) // nobody is signed in
  const drafts = Object.keys(localStorage).filter((key) => key.startsWith('draft '))
  expect(drafts).toEqual(['draft 1 withdrawal'])
  signIn(2)
  expect(readDraft('withdrawal', pristine).values).toEqual({})
  signIn(1)
  expect(readDraft('withdrawal', pristine).values).toEqual(typed)
})

test.each([
  ['an empty form needs no keeping', () => keepDraft('withdrawal', { pristine, values: pristine })],
  ['a sign-out forgets all of them', forgetDrafts],
])('%s', (_case, act) => {
  keepDraft('withdrawal', { pristine, values: typed })
  act()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft'))).toEqual([])
})

test('opening a form again does not extend the lifetime of what was typed', () => {
  const attempt = { values: '{"amount":1500}', key: 'k' }
  vi.useFakeTimers({ now: new Date('2026-11-21T06:30:00Z') })
  keepDraft('withdrawal', { pristine, values: typed, attempt })
  vi.setSystemTime(new Date('2026-11-27T06:30:00Z'))
  keepDraft('withdrawal', { pristine, values: typed, attempt })
  vi.setSystemTime(new Date('2026-11-28T06:30:00Z'))
  expect(readDraft('withdrawal', pristine)).toEqual({ values: {}, attempt: null })
  keepDraft('withdrawal', { pristine, values: typed, attempt })
  keepDraft('withdrawal', { pristine, values: { ...typed, amount: '1600' }, attempt })
  expect(readDraft('withdrawal', pristine).values.amount).toBe('1600')
})

test('it is kept for seven days, and deleted by the next start after them', () => {
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith('draft'))
  vi.useFakeTimers({ now: new Date('2026-11-21T06:30:00Z') })
  keepDraft('withdrawal', { pristine, values: typed })
  vi.setSystemTime(new Date('2026-11-21T06:30:01Z'))
  keepDraft('deposit', { pristine, values: typed })
  vi.setSystemTime(new Date('2026-11-28T06:29:59Z'))
  forgetExpiredDrafts()
  expect(readDraft('withdrawal', pristine).values).toEqual(typed)
  vi.setSystemTime(new Date('2026-11-28T06:30:00Z'))
  expect(readDraft('withdrawal', pristine).values).toEqual({})
  signIn(2) // regardless of who typed it
  forgetExpiredDrafts()
  expect(keys()).toEqual(['draft 1 deposit'])
})

test.each([
  ['an hour', 3_600_000, typed],
  ['a day', 86_400_000, typed],
  ['longer than the server keeps the reply', 86_400_001, {}],
])('what was typed while the clock was ahead by %s', (_howMuch, aheadMs, values) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T06:30:00Z') + aheadMs })
  keepDraft('withdrawal', { pristine, values: typed })
  vi.setSystemTime(new Date('2026-11-21T06:30:00Z'))
  expect(readDraft('withdrawal', pristine).values).toEqual(values)
})

test.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  [
    'another shape',
    JSON.stringify({ at: Date.now(), values: { amount: 7, type: null, gone: 'x', notes: 'x' }, attempt: 3 }),
  ],
])('unreadable content counts as nothing: %s', (_case, stored) => {
  localStorage.setItem('draft 1 withdrawal', stored)
  expect(readDraft('withdrawal', pristine)).toEqual({ values: {}, attempt: null })
})
