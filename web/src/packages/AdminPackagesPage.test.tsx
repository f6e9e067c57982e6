import { listAllPackages } from '@bittkosh/contract/packages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refresh } from '../api/refresh.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminPackagesPage from './AdminPackagesPage.tsx'

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

test('a new package opened from the panel’s search comes after those that are still loading', async () => {
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

test.each([
  [true, 'Active'],
  [false, 'Inactive'],
])('an admin who only reads the packages sees whether one is offered: %s', async (is_active, said) => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/admin/balance-packages')
      ? Response.json([{ ...offer, is_active }])
      : new Promise<never>(() => {}),
  )
  signInAs('viewer')
  showPage({ path: '/admin/balance-packages', component: AdminPackagesPage })
  await screen.findByText(said)
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a package is offered with the terms whose loss was accepted', async () => {
  const lossy = { ...offer, bonus_percentage: 8, is_active: false }
  let listed: object = lossy
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (address.includes('/settings/')) return Response.json({ value: 7 })
    if (method === 'POST') sent.push(JSON.parse(String(body)))
    if (method === 'POST') return Response.json({ code: 'changed_meanwhile', message: 'Changed' }, { status: 409 })
    if (address.endsWith('/admin/balance-packages')) return Response.json([listed])
    return new Promise(() => {})
  })
  signInAs('owner')
  showPage({ path: '/admin/balance-packages', component: AdminPackagesPage })
  await userEvent.click(await screen.findByRole('switch', { name: 'Inactive' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Offer Starter?' }))
  dialog.getByText(/gains ₹4.40/)
  listed = { ...lossy, bonus_percentage: 50, updated_at: '2026-11-21T06:00:00Z' }
  await refresh(listAllPackages)
  await screen.findByText('+50 %')
  dialog.getByText(/gains ₹4.40/)
  await userEvent.click(dialog.getByRole('button', { name: 'I accept this loss' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ is_active: true, confirm_loss: true, previous_updated_at: '2026-11-21T05:00:00.000Z' }])
})
