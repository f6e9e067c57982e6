import type { KycRequest } from '@bittkosh/contract/kyc'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { KycDocument } from './KycDocument.tsx'

const at = new Date('2026-11-21T05:00:00Z')
const request: KycRequest = {
  user_id: 3,
  kyc_id: 9,
  name: 'Asha Rao',
  email: 'asha@example.in',
  phone: '+919812345678',
  registered_at: at,
  is_active: true,
  is_frozen: false,
  is_linked_to_you: false,
  rejected_before: 0,
  marks: { flags: [], assigned_to: null },
  pending_ids: [
    {
      index: 0,
      type: 'pan',
      type_label: 'PAN',
      submitted_at: at,
      id_number: 'ABCDE****F',
      flags: [],
      urls: [],
      consent: null,
    },
  ],
}

/** The record's text from its beginning. */
async function read(state: Partial<KycRequest>) {
  const acts = { approve: vi.fn(), reject: vi.fn() }
  const routeTree = createRootRoute({ component: () => <KycDocument request={{ ...request, ...state }} acts={acts} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  const { container } = show(<RouterProvider router={router as never} />)
  await screen.findByText('Asha Rao')
  return container.textContent
}

test.each([
  ['frozen', { is_frozen: true }, /^Frozen: no money leaves/],
  ['inactive', { is_active: false }, /^Inactive: this person cannot sign in\./],
  ['linked to the reader', { is_linked_to_you: true }, /^Linked to you: this account and your own have used the same/],
])('that the person is %s comes first on the record', async (_state, state, words) => {
  expect(await read(state)).toMatch(words)
})

test('for a person in good standing nothing is shown', async () => {
  expect(await read({})).not.toMatch(/Frozen|Inactive|Linked/)
})

test('the large photos have the name and the typed number beside them', async () => {
  await read({})
  await userEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  expect(screen.getByRole('dialog', { name: 'PAN Card · Asha Rao · ABCDE****F' })).toBeDefined()
})
