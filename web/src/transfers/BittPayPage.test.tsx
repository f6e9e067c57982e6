import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/queries.ts'
import { show } from '../testing/show.tsx'
import BittPayPage from './BittPayPage.tsx'

const terms = {
  email_verified: true,
  is_frozen: false,
  balance: 1000,
  fee_percentage: 3,
  open_transfer: null,
  daily_limit: 10_000,
  left_today: 10_000,
  new_recipient_limit: 5000,
  paused_until: '2026-11-24T04:12:00.000Z',
  kyc_revoked: false,
  frozen_until: null,
}
const server = vi.fn<typeof fetch>()
beforeEach(() => {
  queryClient.clear()
  vi.stubGlobal('fetch', server)
  server.mockImplementation(async () => Response.json(terms))
})
afterEach(() => {
  server.mockReset()
  vi.unstubAllGlobals()
})

test('after a changed password, e-mail address or phone number it says until when BittPay is paused, and sends nothing', async () => {
  show(<BittPayPage />)
  await screen.findByText(
    /^Your password, e-mail address or phone number was changed\..+you can send money again from:/,
  )
  expect(screen.getByText(/24 Nov 2026/)).toBeDefined()
  await userEvent.type(screen.getByLabelText('Recipient'), 'asha@example.in')
  await userEvent.type(screen.getByLabelText('Amount'), '100')
  await userEvent.click(screen.getByRole('button', { name: 'Send OTP' }))
  expect(server.mock.calls.every(([, call]) => call?.method === 'GET')).toBe(true)
})
