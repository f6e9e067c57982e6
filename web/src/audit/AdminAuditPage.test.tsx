import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { auditSearch } from '../app/search.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminAuditPage from './AdminAuditPage.tsx'

const entry = {
  id: 1,
  at: '2026-11-21T05:00:00Z',
  admin: { id: 1, name: 'Meera' },
  approved_by: null,
  action: 'user frozen',
  subject: 'user',
  subject_id: 7,
  before: null,
  after: null,
  reason: 'Asked by the police',
  address: null,
  is_erased: false,
}

test('a page behind the last one leads to the last one, and Back does not lead there again', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const page = Number(new URL(address, 'http://localhost').searchParams.get('page') ?? 1)
    const pagination = { current_page: page, last_page: 2, total: 51 }
    if (address.startsWith('/api/audit')) return Response.json({ data: page > 2 ? [] : [entry], pagination })
    return new Promise<Response>(() => {})
  })
  signInAs('owner')
  const router = showPage({
    path: '/admin/audit',
    component: AdminAuditPage,
    validateSearch: auditSearch,
    address: '/admin/audit?subject=user&page=9',
  })
  await screen.findByText('Asked by the police')
  await waitFor(() => expect(router.state.location.search).toEqual({ subject: 'user', page: 2 }))
  expect(router.history.length).toBe(1)
})
