import type { Role } from '@bittkosh/contract/auth'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { AdminFrame } from './AdminFrame.tsx'

const server = vi.fn<typeof fetch>(() => new Promise(() => {}))
beforeEach(() => {
  queryClient.clear()
  vi.stubGlobal('fetch', server)
})
afterEach(() => {
  session.end()
  server.mockClear()
  vi.unstubAllGlobals()
})

const catalogue = ['Cryptocurrencies', 'Categories', 'Balance Packages']
const records = ['Deposits', 'Balance Transfers']
const site = ['Upcomings', 'Deposit Methods', 'Basic Settings']
const own = ['Second factor', 'Your sessions', 'Change password']
const start = ['Dashboard', 'For your approval', 'Users']
const everyList = ['/users', '/deposits', '/withdrawals', '/admin/balance-transfers']

/** By role: the links of the menu in their order, and the lists that the search asks; null where there is none. */
const offered: Record<Role, { menu: string[]; searched: string[] | null }> = {
  owner: {
    menu: [
      ...start,
      ...catalogue,
      ...records,
      'KYC',
      'Withdrawals',
      'Support',
      'Notifications',
      ...site,
      'Team',
      'Audit log',
      ...own,
    ],
    searched: everyList,
  },
  finance: {
    menu: [...start, ...catalogue, ...records, 'KYC', 'Withdrawals', 'Support', ...site, 'Audit log', ...own],
    searched: everyList,
  },
  kyc: { menu: [...start, 'KYC', ...own], searched: ['/users'] },
  support: { menu: [...start, ...records, 'Withdrawals', 'Support', 'Notifications', ...own], searched: everyList },
  catalogue: { menu: ['For your approval', ...catalogue, 'Notifications', ...site, ...own], searched: null },
  viewer: {
    menu: [...start, ...catalogue, ...records, 'Withdrawals', 'Support', ...site, 'Audit log', ...own],
    searched: everyList,
  },
}

test.each(Object.entries(offered))('%s is offered only what the role may open and search', async (role, expected) => {
  signInAs(role as Role) // the keys of a record of roles
  const routeTree = createRootRoute({ component: () => <AdminFrame>{null}</AdminFrame> })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  show(<RouterProvider router={router as never} />)
  const side = within(await screen.findByRole('complementary', { name: 'Side bar' }))
  expect(side.getAllByRole('link').map((link) => link.textContent)).toEqual(expected.menu)

  await userEvent.keyboard('{Control>}k{/Control}')
  const field = screen.queryByRole('searchbox', { name: 'Search' })
  if (expected.searched === null) return expect(field).toBeNull()
  if (field === null) throw new Error('Ctrl-K opened no search')
  await userEvent.type(field, 'asha')
  await waitFor(() => expect(searchedLists()).toEqual(expected.searched))
})

function searchedLists(): string[] {
  const asked = server.mock.calls.map(([address]) => new URL(String(address), 'http://localhost'))
  return asked.filter(({ searchParams }) => searchParams.has('search')).map(({ pathname }) => pathname.slice(4))
}
