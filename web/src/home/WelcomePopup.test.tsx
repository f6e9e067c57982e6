import { getProfile } from '@bittkosh/contract/profile'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient, reading } from '../api/queries.ts'
import { show } from '../testing/show.tsx'
import { WelcomePopup } from './WelcomePopup.tsx'

const profile = {
  name: 'Asha',
  email: 'asha@example.in',
  phone: '+919812345678',
  email_verified: true,
  phone_verified: true,
  balance: 0,
  referral_code: 'ASHA',
  refer_link: 'https://bittkosh.example/register?ref=ASHA',
  must_change_password: false,
  govt_ids: [],
}
const server = vi.fn<typeof fetch>()
const seen = () => server.mock.calls.filter(([, call]) => call?.method === 'POST')

beforeEach(() => vi.stubGlobal('fetch', server))

const answer = (welcome_bonus: number | null) =>
  server.mockImplementation(async (_address, call) =>
    call?.method === 'POST' ? new Response(null, { status: 204 }) : Response.json({ ...profile, welcome_bonus }),
  )

test('the bonus that the server says is owed is told', async () => {
  answer(500)
  show(<WelcomePopup />)
  expect(await screen.findByText(/You've received ₹500 /)).toBeDefined()
  expect(seen()).toHaveLength(1)
})

test('a profile from before the bonus was told does not tell it again', async () => {
  answer(500)
  await queryClient.fetchQuery(reading(getProfile))
  await queryClient.invalidateQueries({ refetchType: 'none' }) // as what the device has kept
  answer(null)
  show(<WelcomePopup />)
  await vi.waitFor(() => expect(queryClient.getQueryData(reading(getProfile).queryKey)?.welcome_bonus).toBeNull())
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(seen()).toHaveLength(0)
})
