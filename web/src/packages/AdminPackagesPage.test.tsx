import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminPackagesPage from './AdminPackagesPage.tsx'

test('a new package that the search of the panel leads to stands after those that are still on their way', async () => {
  const offer = {
    id: 1,
    name: 'Starter',
    name_hi: '',
    amount: 1000,
    bonus_percentage: 1,
    bonus_amount: 10,
    total_amount: 1010,
    description: 'For a start',
    description_hi: '',
    is_active: true,
    sort_order: 3,
    deposit_requests_count: 0,
    created_at: '2026-11-21T05:00:00Z',
    updated_at: '2026-11-21T05:00:00Z',
  }
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/settings/')) return Response.json({ value: 7 })
    if (address.endsWith('/admin/balance-packages')) return Response.json([offer])
    return new Promise(() => {})
  })
  signInAs('owner')
  showPage({
    path: '/admin/balance-packages',
    component: AdminPackagesPage,
    validateSearch: () => ({ add: true }),
  })
  expect((await screen.findByLabelText<HTMLInputElement>('Sort order')).value).toBe('4')
})
