import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { MobileMenu } from './MobileMenu.tsx'

test('upcoming items are in the menu, as a link if they have an address and plain if not', async () => {
  const dates = { created_at: '2026-04-01T06:00:00.000Z', updated_at: null }
  const upcomings = [
    { id: 1, title: 'Gold Saver', link: 'https://example.com/gold', ...dates },
    { id: 2, title: 'Statements', link: null, ...dates },
  ]
  vi.stubGlobal('fetch', async (address: string) => Response.json(address.includes('/upcomings') ? upcomings : {}))
  const routeTree = createRootRoute({ component: () => <MobileMenu open onClose={() => {}} /> })
  show(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />)
  expect((await screen.findByRole('link', { name: 'Gold Saver (opens another site)' })).getAttribute('href')).toBe(
    'https://example.com/gold',
  )
  expect(screen.getByText('Statements')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Statements' })).toBeNull()
})
