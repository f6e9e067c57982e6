import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import Notes from './Notes.tsx'

test('nothing typed while a note is being saved is lost', async () => {
  const saved = Promise.withResolvers<Response>()
  const server = vi.fn((address: string, { method }: RequestInit) => {
    if (method === 'POST') return saved.promise
    if (!address.includes('/notes/')) return new Promise(() => {})
    return Promise.resolve(Response.json({ flags: [], assigned: null, data: [], next_cursor: null, is_closed: false }))
  })
  vi.stubGlobal('fetch', server)
  signInAs('owner')
  show(<Notes about={{ subject: 'deposit', id: 4 }} />)
  const field = await screen.findByLabelText<HTMLTextAreaElement>('New note')
  await userEvent.type(field, 'Called her')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(server.mock.calls.some(([, { method }]) => method === 'POST')).toBe(true))
  await userEvent.type(field, ', no answer')
  expect(field.value).toBe('Called her')
  const note = { id: 9, subject: 'deposit', subject_id: 4, text: 'Called her', by: 'Meera' }
  saved.resolve(Response.json({ ...note, created_at: '2026-11-21T05:00:00Z' }, { status: 201 }))
  await waitFor(() => expect(field.value).toBe(''))
  await userEvent.type(field, 'No answer')
  expect(field.value).toBe('No answer')
})

test('a note that was not saved is there again with its record, and sent again it is the same attempt', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (address: string, { method, headers }: RequestInit) => {
    if (method === 'POST') {
      keys.push(new Headers(headers).get('idempotency-key'))
      throw new TypeError('the connection broke')
    }
    if (!address.includes('/notes/')) return new Promise(() => {})
    return Response.json({ flags: [], assigned: null, data: [], next_cursor: null, is_closed: false })
  })
  signInAs('owner')
  const { unmount } = show(<Notes about={{ subject: 'deposit', id: 5 }} />)
  await userEvent.type(await screen.findByLabelText('New note'), 'Called her')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(keys).toHaveLength(1))
  unmount()
  const other = show(<Notes about={{ subject: 'deposit', id: 6 }} />)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('New note')).value).toBe('')
  other.unmount()
  show(<Notes about={{ subject: 'deposit', id: 5 }} />)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('New note')).value).toBe('Called her')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(keys).toHaveLength(2))
  expect([typeof keys[0], keys[1]]).toEqual(['string', keys[0]])
})
