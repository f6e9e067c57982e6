import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { openProposals } from '../testing/proposal.ts'
import { show } from '../testing/show.tsx'
import { ProposedInList } from './Proposed.tsx'

function open(proposed: Parameters<typeof openProposals>[0], shown: ComponentProps<typeof ProposedInList>[]) {
  vi.stubGlobal('fetch', async () => Response.json(openProposals(proposed)))
  const rootRoute = createRootRoute({
    component: () =>
      shown.map((which, index) => (
        <section key={index} aria-label={`row ${index}`}>
          <ProposedInList {...which} />
        </section>
      )),
  })

  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() }) as never
  show(<RouterProvider router={router} />)
}

test('a proposal is shown at the row it is about and at no other', async () => {
  const rows = [7, 8, null].map((id) => ({ subject: 'package' as const, id }))
  open({}, rows)
  expect((await screen.findByText(/Meera proposed/)).closest('section')?.getAttribute('aria-label')).toBe('row 0')
  expect(screen.getAllByText(/Meera proposed/)).toHaveLength(1)
})

test('a proposal for a new record is at the top of its list, one for a setting at the settings', async () => {
  open({ act: 'setting changed', record: { kind: 'settings', id: null, name: null } }, [
    { subject: 'package', id: 7 },
    { act: 'setting changed' },
  ])
  expect((await screen.findByText(/Meera proposed/)).closest('section')?.getAttribute('aria-label')).toBe('row 1')
})
