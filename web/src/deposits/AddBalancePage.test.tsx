import { listMyDeposits } from '@bittkosh/contract/deposits'
import { listMethods } from '@bittkosh/contract/methods'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient, readingPages } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { addBalanceSearch } from '../app/search.ts'
import { showPage } from '../testing/showPage.tsx'
import AddBalancePage from './AddBalancePage.tsx'

const at = '2026-11-21T05:00:00.000Z'
const method = {
  id: 1,
  name: 'UPI',
  instructions: '',
  is_active: true,
  updated_at: at,
  payee_since: at,
  type: 'upi',
  details: { upi_id: 'pay@okhdfc', merchant_name: null, qr_code_url: null },
}
const bank = {
  ...method,
  id: 2,
  name: 'Bank',
  type: 'bank',
  details: {
    bank_name: 'HDFC Bank',
    account_number: '501001234417',
    account_name: 'BittKosh',
    ifsc_code: 'HDFC0000001',
    branch: null,
  },
}
const sent = {
  id: 5,
  number: 'K7Q2M9XR4T',
  requested_amount: 2000,
  approved_amount: null,
  transaction_id: '432198761234',
  status: 'pending',
  admin_note: null,
  created_at: at,
  decided_at: null,
  reversed_at: null,
  reversal_reason: null,
  method: { id: 1, name: 'UPI', type: 'upi', payee_since: at },
  package: null,
  usdt_amount: null,
  usdt_rate: null,
  usdt_rate_is_fallback: false,
  user: { name: 'Asha Rao', email: 'asha@example.test' },
}
const offer = {
  id: 3,
  name: 'Gold',
  amount: 2000,
  bonus_percentage: 5,
  bonus_amount: 100,
  total_amount: 2100,
  description: '',
  is_active: true,
  sort_order: 1,
  deposit_requests_count: 0,
  created_at: at,
  updated_at: at,
}
const answers: Record<string, unknown> = {
  '/api/deposit-methods': [method],
  '/api/deposits/my': { data: [], next_cursor: null },
  '/api/settings/min_deposit_limit': { value: '1000' },
  '/api/balance-packages': [offer],
  '/api/usual-waits': { deposit: null, withdrawal: null, kyc: null },
}

let payments = 0
let lastSent: unknown = null

function answer(others: Record<string, unknown>) {
  payments = 0
  const all = { ...answers, ...others }
  vi.stubGlobal('fetch', async (address: string, call?: RequestInit) =>
    address === '/api/deposits/reference'
      ? Response.json({ reference: `BK000${payments}` })
      : call?.method === 'POST'
        ? (payments++, (lastSent = JSON.parse(String(call.body))), Response.json(sent, { status: 201 }))
        : Response.json(all[address]),
  )
}

beforeEach(() => {
  answer({})
})

const open = (address = '/add-balance') =>
  showPage({ path: '/add-balance', validateSearch: addBalanceSearch, component: AddBalancePage, address })

/** The reference by which the payer's UPI app identifies the payment that the form shows. */
async function referenceOf(amount: string) {
  await userEvent.type(await screen.findByLabelText('Amount'), amount)
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open UPI app' })
  return new URL(link.href).searchParams.get('tr')
}

test('each payment has the server’s reference, even if one follows the other', async () => {
  const router = open()
  const first = await referenceOf('2000')
  await userEvent.type(screen.getByLabelText('Transaction ID'), '432198761234')
  await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
  await screen.findByText('K7Q2M9XR4T')
  await act(() => router.navigate({ href: '/add-balance' }))
  expect([first, await referenceOf('2000')]).toEqual(['BK0000', 'BK0001'])
})

test('a transaction ID may be typed in the digits of Hindi, and is no unusual one for that', async () => {
  open()
  await userEvent.type(await screen.findByLabelText('Transaction ID'), '४३२१९८७६१२३४')
  expect(screen.getByLabelText('Transaction ID')).toHaveProperty('value', '432198761234')
  expect(screen.queryByText(/Please check yours again/)).toBeNull()
})

test('switching to a package also leads back to where somebody came from', async () => {
  open('/add-balance?amount=2000&back=%2Fbittpay')
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'See this package' })
  expect(new URL(link.href).searchParams.get('back')).toBe('/bittpay')
})

test('the end of a deposit does not say that it is pending once it is decided, and leads back all the same', async () => {
  answer({ '/api/deposits/my': { data: [{ ...sent, status: 'rejected' }], next_cursor: null } })
  open('/add-balance?step=done&record=5&back=%2Fbittpay')
  const heading = await screen.findByRole('heading', { name: 'Outcome' })
  expect(heading.parentElement?.textContent).toContain('₹2,000.00 Rejected')
  expect(screen.getByRole('link', { name: 'Continue where you left off' })).toBeDefined()
  expect(screen.queryByText('₹2,000.00 is on its way')).toBeNull()
})

test('a merchant’s own QR code is offered below the generated one, and removed if it does not load', async () => {
  const address = `/api/deposit-methods/pictures/${'A'.repeat(22)}`
  const own = { ...method, details: { ...method.details, qr_code_url: address } }
  answer({ '/api/deposit-methods': [own] })
  open()
  await userEvent.click(await screen.findByText('Code not working? Use the merchant’s own'))
  const picture = screen.getByRole<HTMLImageElement>('img', { name: /^QR code of/ })
  expect(new URL(picture.src).pathname).toBe(address)
  fireEvent.error(picture)
  expect(screen.queryByText('Code not working? Use the merchant’s own')).toBeNull()
})

test('an external picture is not shown: whoever controls its address could change the payee', async () => {
  const elsewhere = { ...method, details: { ...method.details, qr_code_url: 'https://bank.example/qr.png' } }
  answer({ '/api/deposit-methods': [elsewhere] })
  open()
  expect(await screen.findByText('pay@okhdfc')).toBeDefined()
  expect(screen.queryByText('Code not working? Use the merchant’s own')).toBeNull()
})

test('an amount in rupees outlives a look at USDT whose rate could not be loaded', async () => {
  const usdt = {
    ...method,
    id: 2,
    name: 'USDT',
    type: 'crypto',
    details: { network: 'TRC20', address: 'T'.repeat(34) },
  }
  answer({ '/api/deposit-methods': [method, usdt] })
  const served = fetch
  vi.stubGlobal('fetch', async (address: string, call?: RequestInit) =>
    address === '/api/usdt-value' ? Response.json({}, { status: 500 }) : served(address, call),
  )
  open()
  await userEvent.type(await screen.findByLabelText('Amount'), '5000')
  await userEvent.click(screen.getByRole('tab', { name: 'USDT' }))
  expect(screen.getByLabelText('Amount in USDT')).toHaveProperty('value', '')
  await userEvent.click(screen.getByRole('tab', { name: 'UPI' }))
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '5,000')
})

const closedMethod = "This payment method isn't offered any more. If you have already paid, contact support."

test('a method that is switched off while somebody pays is not replaced silently by another', async () => {
  answer({ '/api/deposit-methods': [method, bank] })
  open()
  await userEvent.type(await screen.findByLabelText('Amount'), '2000')
  await userEvent.type(screen.getByLabelText('Transaction ID'), '432198761234')
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Verify Payment' })
  expect(send.disabled).toBe(false)

  answer({ '/api/deposit-methods': [bank] })
  await refresh(listMethods)
  expect((await screen.findByRole('alert')).textContent).toContain(closedMethod)
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/support')
  expect(send.disabled).toBe(true)
  expect(screen.getByLabelText('Transaction ID')).toHaveProperty('value', '432198761234')

  const tab = screen.getByRole('tab', { name: 'Bank' })
  expect([tab.getAttribute('aria-selected'), tab.tabIndex]).toEqual(['false', 0])
  await userEvent.click(tab)
  expect(screen.queryByText(closedMethod)).toBeNull()
  await userEvent.click(send)
  await screen.findByText('K7Q2M9XR4T')
  expect(lastSent).toEqual({ amount: 2000, payment_method: 2, payee_since: at, transaction_id: '432198761234' })
})

describe('if the payee changes while somebody pays', () => {
  const changed = {
    ...method,
    payee_since: '2026-11-21T06:00:00.000Z',
    details: { ...method.details, upi_id: 'new@okhdfc' },
  }
  const note = /These payment details have changed since you first saw them/

  test.each([
    ['the deposit names the one that is shown', false, changed.payee_since],
    ['the person can say that the earlier one was paid', true, at],
  ])('%s', async (_case, paidEarlier, since) => {
    open()
    await userEvent.type(await screen.findByLabelText('Amount'), '2000')
    await userEvent.type(screen.getByLabelText('Transaction ID'), '432198761234')
    expect(screen.queryByText(note)).toBeNull()
    answer({ '/api/deposit-methods': [changed] })
    await refresh(listMethods)
    await screen.findByText(note)
    if (paidEarlier) await userEvent.click(screen.getByLabelText('I had already paid using the earlier details'))
    await userEvent.click(screen.getByRole('tab', { name: 'UPI' })) // the one that is selected: nothing changes
    await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
    await screen.findByText('K7Q2M9XR4T')
    expect(lastSent).toMatchObject({ payment_method: 1, payee_since: since })
  })

  test('a method that is chosen afterwards was shown as it is', async () => {
    answer({ '/api/deposit-methods': [method, bank] })
    open()
    await screen.findByLabelText('Amount')
    answer({ '/api/deposit-methods': [method, { ...bank, payee_since: changed.payee_since }] })
    await refresh(listMethods)
    await userEvent.click(screen.getByRole('tab', { name: 'Bank' }))
    expect(screen.queryByText(note)).toBeNull()
  })
})

test('a rejected deposit that is sent again was paid to the payee of that time', async () => {
  const rejected = { ...sent, status: 'rejected', method: { ...sent.method, payee_since: '2026-11-20T05:00:00.000Z' } }
  answer({ '/api/deposits/my': { data: [rejected], next_cursor: null } })
  open('/add-balance?again=5')
  expect(await screen.findByLabelText('I had already paid using the earlier details')).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
  await waitFor(() => expect(payments).toBe(1))
  expect(lastSent).toMatchObject({ payee_since: '2026-11-20T05:00:00.000Z' })
})

test('a deposit that is to be sent again and cannot be found now is not replaced by an empty form', async () => {
  const reply = fetch
  vi.stubGlobal('fetch', async (address: string, call?: RequestInit) =>
    address.startsWith('/api/deposits/my')
      ? Response.json({ message: 'Not now', code: 'broken' }, { status: 500 })
      : reply(address, call),
  )
  open('/add-balance?again=5')
  expect((await screen.findAllByText('Not now')).length).toBeGreaterThan(0)
  expect(screen.queryByLabelText('Amount')).toBeNull()
})

test('a rejected deposit is not sent again as paid to another method than its own', async () => {
  const rejected = { ...sent, status: 'rejected', method: { ...sent.method, id: 9, name: 'Old UPI' } }
  answer({ '/api/deposits/my': { data: [rejected], next_cursor: null } })
  open('/add-balance?again=5')
  expect((await screen.findByRole('alert')).textContent).toContain(closedMethod)
  expect(screen.getByLabelText('Transaction ID')).toHaveProperty('value', '432198761234')
  expect(screen.getByRole('button', { name: 'Verify Payment' })).toHaveProperty('disabled', true)
})

test.each([
  ['nothing is known', false],
  ['the requests before it are known', true],
])(
  'if the result of a deposit could not be read, this is shown in place of an empty form: %s',
  async (_case, known) => {
    if (known) await queryClient.prefetchInfiniteQuery(readingPages(listMyDeposits))
    const served = fetch
    vi.stubGlobal('fetch', async (address: string, call?: RequestInit) =>
      address === '/api/deposits/my' ? Response.json({}, { status: 500 }) : served(address, call),
    )
    open('/add-balance?step=done&record=5')
    if (known) await refresh(listMyDeposits)
    const [retry] = await screen.findAllByRole('button', { name: 'Retry' })
    expect(screen.queryByLabelText('Amount')).toBeNull()
    answer({ '/api/deposits/my': { data: [sent], next_cursor: null } })
    if (retry) await userEvent.click(retry)
    await waitFor(() => expect(screen.getByText('K7Q2M9XR4T')).toBeDefined())
  },
)

test.each([
  ['400', '1,000'],
  ['2500.5', '2,500.5'],
])('an address that asks for ₹%s fills in ₹%s: at least the smallest deposit', async (asked, filled) => {
  open(`/add-balance?amount=${asked}`)
  expect(await screen.findByLabelText('Amount')).toHaveProperty('value', filled)
})

test('an amount that is too small and an empty transaction ID are marked together', async () => {
  open()
  await userEvent.type(await screen.findByLabelText('Amount'), '500')
  await userEvent.click(screen.getByRole('button', { name: 'Verify Payment' }))
  const id = screen.getByLabelText('Transaction ID')
  await waitFor(() => expect(id.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText('Amount').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Transaction ID is required')).toBeDefined()
})
