import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import NotificationsPage from './NotificationsPage.tsx'

const server = vi.fn<typeof fetch>()
const notice = { id: 5, type: 'success', is_read: false, created_at: '2026-04-01T06:00:00.000Z' }
const list = [
  { ...notice, title: 'Deposit approved', message: 'In your wallet.', link: '/wallet?id=deposit-12', user_id: 1 },
  { ...notice, id: 4, title: 'Maintenance', message: 'Tonight', link: null, user_id: 1 },
]
const posted = () => server.mock.calls.filter(([, call]) => call?.method === 'POST').map(([address]) => String(address))

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockImplementation(async (address, call) => {
    if (call?.method === 'POST') return Response.json({ ...list[0], is_read: true })
    if (String(address).endsWith('unread-count')) return Response.json({ unread_count: 2, state: '5.0.0' })
    return Response.json({ data: list, next_cursor: null })
  })
})

function open() {
  const root = createRootRoute()
  const at = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const routeTree = root.addChildren([at('/notifications', NotificationsPage), at('/wallet', () => 'the wallet')])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/notifications'] }) })
  show(<RouterProvider router={router as never} />)
  return router
}

test('a notification opens what it is about and is thereby marked as read', async () => {
  const router = open()
  await userEvent.click(await screen.findByRole('link', { name: 'Deposit approved' }))
  expect(await screen.findByText('the wallet')).toBeTruthy()
  expect(router.state.location).toMatchObject({ pathname: '/wallet', search: { id: 'deposit-12' } })
  await waitFor(() => expect(posted()).toEqual([expect.stringMatching(/\/notifications\/5\/mark-read$/)]))
})

test('a notification written by an admin is no link', async () => {
  open()
  expect(await screen.findByText('Maintenance')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Maintenance' })).toBeNull()
})

test('one is marked as read while another is still being marked', async () => {
  const answers = server.getMockImplementation()
  server.mockImplementation((address, call) =>
    call?.method === 'POST' ? new Promise(() => {}) : (answers?.(address, call) ?? Promise.reject(new Error('none'))),
  )
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Deposit approved' }))
  await userEvent.click(screen.getByRole('button', { name: 'Mark as read: Maintenance' }))
  expect(posted()).toEqual([
    expect.stringMatching(/\/notifications\/5\/mark-read$/),
    expect.stringMatching(/\/notifications\/4\/mark-read$/),
  ])
})
