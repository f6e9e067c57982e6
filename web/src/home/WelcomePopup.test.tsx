import { getProfile } from '@bittkosh/contract/profile'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient, reading } from '../api/queries.ts'
import { sentProfile } from '../testing/profile.ts'
import { show } from '../testing/show.tsx'
import { WelcomePopup } from './WelcomePopup.tsx'

const server = vi.fn<typeof fetch>()
const seen = () => server.mock.calls.filter(([, call]) => call?.method === 'POST')

beforeEach(() => vi.stubGlobal('fetch', server))

const answer = (welcome_bonus: number | null) =>
  server.mockImplementation(async (_address, call) =>
    call?.method === 'POST' ? new Response(null, { status: 204 }) : Response.json(sentProfile({ welcome_bonus })),
  )

test('a bonus that the server reports as owed is shown', async () => {
  answer(500)
  show(<WelcomePopup />)
  expect(await screen.findByText(/You've received ₹500 /)).toBeDefined()
  expect(seen()).toHaveLength(1)
})

test('a profile from before the bonus was shown does not show it again', async () => {
  answer(500)
  await queryClient.fetchQuery(reading(getProfile))
  await queryClient.invalidateQueries({ refetchType: 'none' }) // as if stored on the device
  answer(null)
  show(<WelcomePopup />)
  await vi.waitFor(() => expect(queryClient.getQueryData(reading(getProfile).queryKey)?.welcome_bonus).toBeNull())
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(seen()).toHaveLength(0)
})
