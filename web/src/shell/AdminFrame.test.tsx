import type { Role } from '@bittkosh/contract/roles'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { AdminFrame } from './AdminFrame.tsx'

const server = vi.fn<typeof fetch>(() => new Promise(() => {}))
beforeEach(() => vi.stubGlobal('fetch', server))

const queues = ['Deposits', 'Withdrawals']
const plans = ['Cryptocurrencies', 'Categories', 'Balance Packages', 'Deposit Methods', 'Upcomings']
const everyList = ['/users', '/deposits', '/withdrawals', '/admin/balance-transfers']

type Offered = {
  /** The links of the menu in their order, by section. */
  menu: Record<string, string[]>
  /** The lists that the search requests. */
  searched: string[]
}

const offered: Record<Role, Offered> = {
  owner: {
    menu: {
      Today: ['Dashboard', ...queues, 'KYC', 'For your approval', 'Support', 'Alerts'],
      People: ['Users', 'Notifications'],
      Money: ['Balance Transfers', 'Payout batches', 'Bank statements', 'Reconciliation', 'Reports'],
      Catalogue: plans,
      System: ['Basic Settings', 'Team', 'Audit log'],
    },
    searched: everyList,
  },
  finance: {
    menu: {
      Today: ['Dashboard', ...queues, 'KYC', 'For your approval', 'Support', 'Alerts'],
      People: ['Users'],
      Money: ['Balance Transfers', 'Payout batches', 'Bank statements', 'Reconciliation', 'Reports'],
      Catalogue: plans,
      System: ['Basic Settings', 'Audit log'],
    },
    searched: everyList,
  },
  kyc: {
    menu: { Today: ['Dashboard', 'KYC', 'For your approval', 'Alerts'], People: ['Users'] },
    searched: ['/users'],
  },
  support: {
    menu: {
      Today: ['Dashboard', ...queues, 'For your approval', 'Support', 'Alerts'],
      People: ['Users', 'Notifications'],
      Money: ['Balance Transfers'],
    },
    searched: everyList,
  },
  catalogue: {
    menu: {
      Today: ['For your approval', 'Alerts'],
      People: ['Notifications'],
      Catalogue: plans,
      System: ['Basic Settings'],
    },
    searched: [],
  },
  viewer: {
    menu: {
      Today: ['Dashboard', ...queues, 'For your approval', 'Support', 'Alerts'],
      People: ['Users'],
      Money: ['Balance Transfers', 'Payout batches', 'Bank statements', 'Reconciliation', 'Reports'],
      Catalogue: plans,
      System: ['Basic Settings', 'Audit log'],
    },
    searched: everyList,
  },
}

function showFrame(role: Role) {
  signInAs(role)
  const routeTree = createRootRoute({ component: () => <AdminFrame>{null}</AdminFrame> })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  show(<RouterProvider router={router as never} />)
  return router
}

test.each(Object.entries(offered))('%s is offered only what the role may open and search', async (role, expected) => {
  showFrame(role as Role) // the keys of a record of roles
  const side = within(await screen.findByRole('complementary', { name: 'Side bar' }))
  const parts = side.getAllByRole('list').map((list) => {
    const title = document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent
    const links = within(list).getAllByRole('link')
    return [title, links.map((link) => link.textContent)]
  })
  expect(Object.fromEntries(parts)).toEqual(expected.menu)
  expect(parts.map(([title]) => title)).toEqual(Object.keys(expected.menu))

  await userEvent.keyboard('{Control>}k{/Control}')
  const field = screen.queryByRole('searchbox', { name: 'Search' })
  if (field === null) throw new Error('Ctrl-K opened no search')
  await userEvent.type(field, 'asha')
  await waitFor(() => expect(searchedLists()).toEqual(expected.searched))
})

function searchedLists(): string[] {
  const asked = server.mock.calls.map(([address]) => new URL(String(address), 'http://localhost'))
  return asked.filter(({ searchParams }) => searchParams.has('search')).map(({ pathname }) => pathname.slice(4))
}

test('a page that changes its own address leaves the search over it open; Back and a link close it', async () => {
  const router = showFrame('owner')
  await screen.findByRole('complementary', { name: 'Side bar' })
  const open = () => userEvent.keyboard('{Control>}k{/Control}')
  const field = () => screen.queryByRole('searchbox', { name: 'Search' })
  await open()
  await act(() => router.navigate({ to: '.', search: { search: 'asha' } as never, replace: true }))
  expect(field()).not.toBeNull()
  await userEvent.type(field()!, 'export the audit')
  await userEvent.click(await screen.findByRole('link', { name: /^Export the audit log/ }))
  expect(field()).toBeNull()
  expect(router.state.location.href).toBe('/admin/audit#export')
  await open()
  expect(field()).not.toBeNull()
  await act(async () => router.history.back())
  expect(field()).toBeNull()
})

test('counts of pending requests are beside their pages, and nothing beside an empty queue', async () => {
  server.mockImplementation(async (address) => {
    if (!String(address).endsWith('/waiting')) return new Promise(() => {})
    return Response.json({
      deposits: { count: 1234, oldest_at: '2026-11-21T06:30:00Z', amount: 5000 },
      kyc: { count: 0, oldest_at: null },
      alerts: 3,
    })
  })
  showFrame('owner')
  const side = within(await screen.findByRole('complementary', { name: 'Side bar' }))
  expect(await side.findByRole('link', { name: 'Deposits 1,234' })).toBeTruthy()
  expect(side.getByRole('link', { name: 'KYC' })).toBeTruthy()
  expect(side.getByRole('link', { name: 'Alerts 3' })).toBeTruthy()
  expect(side.getByRole('button', { name: 'Sign Out' })).toBeTruthy()
})

test("behind the admin's name are their sign-in, language, appearance and signing out", async () => {
  showFrame('viewer')
  await userEvent.click(await screen.findByRole('button', { name: /: your account$/ }))
  const own = within(screen.getByRole('dialog'))
  expect(own.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Second factor',
    'Your sessions',
    'Change password',
  ])
  expect(own.getByRole('button', { name: 'हिन्दी' })).toBeTruthy()
  expect(own.getByRole('button', { name: 'Dark' })).toBeTruthy()
  expect(own.getByRole('button', { name: 'Sign Out' })).toBeTruthy()
})
