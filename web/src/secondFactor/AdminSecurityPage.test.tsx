import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminSecurityPage from './AdminSecurityPage.tsx'

const state = { active_since: '2026-11-21T05:00:00Z', recovery_codes_left: 3, required: false }
let made: PromiseWithResolvers<Response>

beforeEach(() => {
  made = Promise.withResolvers()
  signInAs('owner')
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/recovery-codes') ? made.promise : Response.json(state),
  )
})

/** The page, while new codes are being generated, and another one. */
async function making() {
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/admin/security', component: AdminSecurityPage })
  const other = createRoute({ getParentRoute: () => root, path: '/other', component: () => <p>Elsewhere</p> })
  const history = createMemoryHistory({ initialEntries: ['/admin/security'] })
  const router = createRouter({ routeTree: root.addChildren([page, other]), history })
  show(<RouterProvider router={router as never} />)
  await userEvent.click(await screen.findByRole('button', { name: 'New recovery codes' }))
  return { leave: () => act(() => history.push('/other')) }
}
const question = () => screen.findByRole('dialog', { name: 'Leave without the recovery codes?' })
const answer = () => act(() => made.resolve(Response.json({ recovery_codes: ['abcd-efgh'] })))

test('leaving while recovery codes are generated asks first, and then they are shown', async () => {
  const { leave } = await making()
  leave()
  await question()
  answer()
  await screen.findByText('abcd-efgh')
  expect(screen.queryByRole('dialog')).toBeNull()
  leave()
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }))
  await screen.findByText('Recovery codes left')
  leave()
  await screen.findByText('Elsewhere')
})

test('recovery codes can be saved as a file', async () => {
  const createObjectURL = vi.fn((_file: Blob) => 'blob:x')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await making()
  made.resolve(Response.json({ recovery_codes: ['abcd-efgh', 'ijkl-mnop'] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save as a file' }))
  expect(await createObjectURL.mock.calls[0]?.[0].text()).toBe('abcd-efgh\nijkl-mnop')
  expect(click).toHaveBeenCalledTimes(1)
})

test('an admin may leave without the codes', async () => {
  const { leave } = await making()
  leave()
  await userEvent.click(within(await question()).getByRole('button', { name: 'Leave' }))
  await screen.findByText('Elsewhere')
})

test('if the session ends meanwhile, nobody is asked', async () => {
  const { leave } = await making()
  act(() => session.end('server'))
  leave()
  await screen.findByText('Elsewhere')
})
