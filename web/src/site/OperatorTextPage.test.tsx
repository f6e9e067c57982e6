import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import OperatorTextPage from './OperatorTextPage.tsx'

function open() {
  const root = createRootRoute({ component: Outlet })
  const pages = ['/terms', '/privacy'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: OperatorTextPage }),
  )
  const history = createMemoryHistory({ initialEntries: ['/privacy'] })
  const router = createRouter({ routeTree: root.addChildren(pages), history })
  show(<RouterProvider router={router as never} />)
  return history
}
const said = (text: string) => Response.json({ language: 'en', text, is_sample: false })

test('the text of one page never appears under the heading of the other', async () => {
  const terms = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/terms') ? terms.promise : said('What we keep of you'),
  )
  const history = open()
  await screen.findByText('What we keep of you')
  act(() => history.push('/terms'))
  await screen.findByRole('heading', { level: 1, name: 'Terms' })
  expect(screen.queryByText('What we keep of you')).toBeNull()
  terms.resolve(said('What you agree to'))
  await screen.findByText('What you agree to')
})

test('a text that failed to load can be retried', async () => {
  let asked = 0
  vi.stubGlobal('fetch', async () => (++asked === 1 ? Response.error() : said('What we keep of you')))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await screen.findByText('What we keep of you')
})
