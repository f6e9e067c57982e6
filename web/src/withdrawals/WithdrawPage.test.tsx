import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/queries.ts'
import { show } from '../testing/show.tsx'
import WithdrawPage from './WithdrawPage.tsx'

const terms = {
  email_verified: true,
  is_frozen: false,
  kyc_approved: true,
  kyc_status: 'approved',
  paused_until: '2026-11-24T04:12:00.000Z',
  balance: 1000,
  minimum: 500,
  new_payee_limit: 10_000,
  fee_percentage: 7,
  usdt_rate: 90,
  usdt_rate_is_fallback: true,
  saved_details: { upi: null, bank: null, crypto: null },
}
const server = vi.fn<typeof fetch>()
beforeEach(() => {
  queryClient.clear()
  vi.stubGlobal('fetch', server)
  server.mockImplementation(async (address) =>
    Response.json(String(address).includes('/terms') ? terms : { data: [], next_cursor: null }),
  )
})
afterEach(() => {
  server.mockReset()
  vi.unstubAllGlobals()
})

test('after a changed password, e-mail address or phone number it says until when withdrawals are paused, in place of the form', async () => {
  show(<WithdrawPage />)
  await screen.findByText(/^Your password, e-mail address or phone number was changed\..+you can withdraw again from:/)
  expect(screen.getByText(/24 Nov 2026/)).toBeDefined()
  expect(screen.queryByLabelText('Amount')).toBeNull()
})

test('whoever has yet to confirm the new e-mail address reads of the pause too', async () => {
  server.mockImplementation(async () => Response.json({ ...terms, email_verified: false }))
  const routeTree = createRootRoute({ component: WithdrawPage })
  show(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />)
  await screen.findByText('Withdrawals are paused')
  expect(await screen.findByRole('link', { name: 'Confirm your e-mail' })).toBeDefined()
})
