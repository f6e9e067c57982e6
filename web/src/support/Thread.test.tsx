import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { Thread } from './Thread.tsx'

const at = '2026-04-01T06:00:00.000Z'
const conversation = {
  id: 4,
  about: null,
  number: null,
  link: null,
  state: 'waiting',
  preview: 'We are checking it',
  last_from: 'support',
  last_at: at,
  created_at: at,
  unread: 1,
}
const data = [{ id: 9, from: 'support', text: 'We are checking it', pictures: [], created_at: at }]
const server = vi.fn<(address: string, call: RequestInit) => Promise<Response>>()
const readCalls = () => server.mock.calls.filter(([address]) => address.endsWith('/read')).length
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', server)
  vi.spyOn(console, 'error').mockReturnValue()
  Element.prototype.scrollIntoView ??= () => {}
})

async function open() {
  const routeTree = createRootRoute({ component: () => <Thread id={4} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  show(<RouterProvider router={router as never} />)
  await pass(100)
  await pass(100)
}

test('a failed read receipt is sent again with the next poll', async () => {
  let hasFailed = false
  server.mockImplementation(async (address) => {
    if (!address.endsWith('/read')) return Response.json({ conversation, data, next_cursor: null })
    if (hasFailed) return new Response(null, { status: 204 })
    hasFailed = true
    return Response.error()
  })
  await open()
  expect(screen.getByText('We are checking it')).toBeDefined()
  expect(readCalls()).toBe(1)
  await pass(10_000)
  await pass(100)
  expect(readCalls()).toBe(2)
  await pass(10_000)
  expect(readCalls()).toBe(2) // reported once, whatever the server replies
})

test('nothing can be typed while a message is being sent', async () => {
  const sent = Promise.withResolvers<Response>()
  server.mockImplementation(async (_address, { method }) =>
    method === 'POST'
      ? sent.promise
      : Response.json({ conversation: { ...conversation, unread: 0 }, data, next_cursor: null }),
  )
  await open()
  const field = screen.getByLabelText<HTMLTextAreaElement>('Your message')
  fireEvent.change(field, { target: { value: 'Thank you' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await pass(100)
  expect(field.readOnly).toBe(true)
  expect(field.value).toBe('Thank you')
  sent.resolve(Response.error())
  await pass(100)
  expect(field.readOnly).toBe(false)
  expect(field.value).toBe('Thank you')
})
