import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { queryClient } from '../api/queries.ts'
import { ProposedInList } from './ProposedInList.tsx'

const proposal = {
  id: 1,
  status: 'open',
  action: 'package changed',
  subject: 'package',
  subject_id: 7,
  user: null,
  amount: null,
  amount_facts: null,
  acts: [],
  made_by: { id: 2, name: 'Meera' },
  made_at: '2026-04-01T06:00:00.000Z',
  decided_by: null,
  decided_at: null,
  reason: null,
  is_own: false,
  may_decide: true,
}
const pagination = { current_page: 1, last_page: 1, per_page: 100, total: 1 }
const counts = { open: 1, approved: 0, declined: 0, withdrawn: 0, stale: 0, for_you: 1 }

function open(
  proposed: Partial<Record<keyof typeof proposal, unknown>>,
  shown: ComponentProps<typeof ProposedInList>[],
) {
  vi.stubGlobal('fetch', async () => Response.json({ data: [{ ...proposal, ...proposed }], pagination, counts }))
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
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('a proposal stands at the row it is about and at no other', async () => {
  const rows = [7, 8, null].map((id) => ({ subject: 'package' as const, id }))
  open({}, rows)
  expect((await screen.findByText(/Meera proposed/)).closest('section')?.getAttribute('aria-label')).toBe('row 0')
  expect(screen.getAllByText(/Meera proposed/)).toHaveLength(1)
})

test('what is yet to be made stands at the head of its list, a setting at the settings', async () => {
  open({ action: 'setting changed', subject: 'settings', subject_id: null }, [
    { subject: 'package', id: 7 },
    { action: 'setting changed' },
  ])
  expect((await screen.findByText(/Meera proposed/)).closest('section')?.getAttribute('aria-label')).toBe('row 1')
})
