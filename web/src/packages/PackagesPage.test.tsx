import { getUsdtValue, listMethods } from '@bittkosh/contract/methods'
import { listPackages } from '@bittkosh/contract/packages'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refresh } from '../api/refresh.ts'
import { packagesSearch } from '../app/search.ts'
import { showPage } from '../testing/showPage.tsx'
import PackagesPage from './PackagesPage.tsx'

const at = '2026-11-21T05:00:00.000Z'
const offer = {
  id: 3,
  name: 'Gold',
  amount: 9000,
  bonus_percentage: 5,
  bonus_amount: 450,
  total_amount: 9450,
  description: '',
  is_active: true,
  sort_order: 1,
  deposit_requests_count: 0,
  created_at: at,
  updated_at: at,
}
const common = { instructions: '', is_active: true, updated_at: at, payee_since: at }
const usdt = { ...common, id: 1, name: 'USDT', type: 'crypto', details: { network: 'TRC20', address: 'T'.repeat(34) } }
const upi = {
  ...common,
  id: 2,
  name: 'UPI',
  type: 'upi',
  details: { upi_id: 'pay@okhdfc', merchant_name: null, qr_code_url: null },
}
const rejected = {
  id: 5,
  number: 'K7Q2M9XR4T',
  requested_amount: 9000,
  approved_amount: null,
  transaction_id: '432198761234',
  status: 'rejected',
  admin_note: 'Not found',
  created_at: at,
  decided_at: at,
  reversed_at: null,
  reversal_reason: null,
  method: { id: 2, name: 'UPI', type: 'upi', payee_since: at },
  package: { id: 3, name: 'Gold', amount: 9000, bonus_percentage: 5, bonus_amount: 450 },
  usdt_amount: null,
  usdt_rate: null,
  usdt_rate_is_fallback: false,
  user: { name: 'Asha Rao', email: 'asha@example.test' },
}

function answer(change: Record<string, unknown> = {}) {
  const replies: Record<string, unknown> = {
    '/api/balance-packages': [offer],
    '/api/deposit-methods': [usdt, upi],
    '/api/deposits/my': { data: [rejected], next_cursor: null },
    '/api/deposits/reference': { reference: 'BK0001' },
    '/api/usdt-value': { usdt_value: 90, is_fallback: false, as_of: at },
    ...change,
  }
  vi.stubGlobal('fetch', async (address: string) =>
    replies[address] === undefined ? Response.json({}, { status: 500 }) : Response.json(replies[address]),
  )
}

const open = (address: string) =>
  showPage({ path: '/balance-packages', validateSearch: packagesSearch, component: PackagesPage, address })
const purchase = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Purchase Package' })

test('a package is not bought with USDT before it is known how many to send', async () => {
  answer({ '/api/usdt-value': undefined })
  open('/balance-packages?offer=3')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The USDT rate could not be loaded/)
  expect(purchase().disabled).toBe(true)
  answer()
  await refresh(getUsdtValue)
  expect(await screen.findByText('$100.00')).toBeDefined()
  expect(purchase().disabled).toBe(false)
})

test('a method that is switched off while somebody pays is not replaced silently by another', async () => {
  answer()
  open('/balance-packages?offer=3')
  await userEvent.click(await screen.findByRole('tab', { name: 'UPI' }))
  await userEvent.type(screen.getByLabelText('Transaction ID'), '432198761234')
  answer({ '/api/deposit-methods': [usdt] })
  await refresh(listMethods)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This payment method isn't offered any more/)
  expect(purchase().disabled).toBe(true)
  await userEvent.click(screen.getByRole('tab', { name: 'USDT' }))
  expect(purchase().disabled).toBe(false)
  expect(screen.getByLabelText('Transaction ID')).toHaveProperty('value', '432198761234')
})

test.each([
  ['the payee that is shown', false, '2026-11-22T06:00:00.000Z'],
  ['the one that its buyer says was paid', true, at],
])('if the payee changes while a package is paid, the purchase names %s', async (_case, paidEarlier, since) => {
  answer({ '/api/deposit-methods': [upi] })
  open('/balance-packages?offer=3')
  await userEvent.type(await screen.findByLabelText('Transaction ID'), '432198761234')
  const changed = { ...upi, payee_since: '2026-11-22T06:00:00.000Z', details: { ...upi.details, upi_id: 'new@okhdfc' } }
  answer({ '/api/deposit-methods': [changed] })
  await refresh(listMethods)
  const earlier = await screen.findByLabelText('I had already paid using the earlier details')
  if (paidEarlier) await userEvent.click(earlier)
  const sent = vi.fn(async (_address: string, _call: RequestInit) => Response.json({}, { status: 500 }))
  vi.stubGlobal('fetch', sent)
  await userEvent.click(purchase())
  const [, post] = sent.mock.calls.find(([, { method }]) => method === 'POST') ?? []
  expect(JSON.parse(String(post?.body))).toMatchObject({ payment_method: 2, payee_since: since })
})

test('without any method somebody is led to support', async () => {
  answer({ '/api/deposit-methods': [] })
  open('/balance-packages?offer=3')
  await screen.findByText('No payment method is available right now')
  expect(screen.queryByRole('button', { name: 'Purchase Package' })).toBeNull()
})

const closedPackage = /^This package isn't offered any more\. If you have already paid, contact support\./

test.each([
  ['other packages are on offer', [{ ...offer, id: 4, name: 'Silver' }]],
  ['no package is on offer', []],
])('whoever sends a purchase again whose package is gone keeps its reference: %s', async (_case, offers) => {
  answer({ '/api/balance-packages': offers })
  open('/balance-packages?offer=3&again=5')
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(closedPackage)).toBeDefined()
  expect(alert.getByText(/432198761234/)).toBeDefined()
  const link = alert.getByRole<HTMLAnchorElement>('link', { name: 'Ask about this' })
  expect(new URL(link.href).searchParams.get('about')).toBe('deposit-5')
})

test('a package that is switched off while somebody pays does not vanish without a word', async () => {
  answer()
  open('/balance-packages?offer=3')
  await screen.findByRole('button', { name: 'Purchase Package' })
  answer({ '/api/balance-packages': [{ ...offer, id: 4, name: 'Silver' }] })
  await refresh(listPackages)
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(closedPackage)).toBeDefined()
  expect(alert.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/support')
})
