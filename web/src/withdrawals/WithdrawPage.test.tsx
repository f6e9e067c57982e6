import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { withdrawalTerms } from '@bittkosh/contract/withdrawals'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient, reading } from '../api/queries.ts'
import { refresh } from '../api/refresh.ts'
import { session } from '../api/session.ts'
import { withdrawSearch } from '../app/search.ts'
import { showPage } from '../testing/showPage.tsx'
import WithdrawPage from './WithdrawPage.tsx'

const terms = {
  email_verified: true,
  is_frozen: false,
  kyc_approved: true,
  kyc_status: 'approved',
  paused_until: '2026-11-24T04:12:00.000Z',
  balance: 1000,
  minimum: 500,
  new_payee_limit: 10_000,
  fee_percentage: 7,
  usdt_rate: 90,
  usdt_rate_is_fallback: true,
  saved_details: { upi: null, bank: null, crypto: null },
}
const server = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockImplementation(async (address) =>
    Response.json(String(address).includes('/terms') ? terms : { data: [], next_cursor: null }),
  )
})

const open = (address = '/withdraw') =>
  showPage({ path: '/withdraw', validateSearch: withdrawSearch, component: WithdrawPage, address })

test('after a changed password, e-mail address or phone number the page shows until when withdrawals are paused, in place of the form', async () => {
  open()
  await screen.findByText(/^Your password, e-mail address or phone number was changed\..+you can withdraw again from:/)
  expect(screen.getByText(/24 Nov 2026/)).toBeDefined()
  expect(screen.queryByLabelText('Amount')).toBeNull()
})

const openTerms = {
  ...terms,
  paused_until: null,
  saved_details: { upi: { upi_id: 'asha@okhdfc' }, bank: null, crypto: null },
}
const recorded = (id: number, amount: number) => ({
  id,
  number: `NUMBER${id}`,
  amount,
  processing_fee: (amount * 7) / 100,
  fee_percentage: 7,
  net_amount: (amount * 93) / 100,
  status: 'pending',
  transaction_id: null,
  admin_note: null,
  created_at: '2026-11-21T04:12:00.000Z',
  decided_at: null,
  being_paid: false,
  returned_at: null,
  return_reason: null,
  usdt_rate: null,
  usdt_rate_basis: null,
  usdt_rate_is_fallback: false,
  usdt_amount: null,
  type: 'upi',
  withdrawal_details: { upi_id: 'asha@okhdfc' },
})

test('the address opens the receipt of a withdrawal, with the button that cancels it', async () => {
  server.mockImplementation(async (address) =>
    Response.json(
      String(address).includes('/terms')
        ? openTerms
        : { data: [recorded(2, 600), recorded(1, 500)], next_cursor: null },
    ),
  )
  open('/withdraw?id=1')
  const receipt = within(await screen.findByRole('dialog', { name: 'Withdrawal' }))
  expect(receipt.getByText('NUMBER1')).toBeDefined()
  expect(receipt.getByRole('button', { name: 'Cancel withdrawal' })).toBeDefined()
})

test('the address asks at once whether to cancel a withdrawal, and only once', async () => {
  server.mockImplementation(async (address) =>
    Response.json(String(address).includes('/terms') ? openTerms : { data: [recorded(1, 500)], next_cursor: null }),
  )
  open('/withdraw?cancel=1')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }))
  expect(screen.queryByRole('button', { name: 'Keep it' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: /500/ }))
  await screen.findByRole('button', { name: 'Cancel withdrawal' })
  expect(screen.queryByRole('button', { name: 'Keep it' })).toBeNull()
})

test('what was sent back says why, above the form that sends it again', async () => {
  const back = { ...recorded(1, 500), status: 'rejected', admin_note: 'The account number is not theirs' }
  server.mockImplementation(async (address) =>
    Response.json(String(address).includes('/terms') ? openTerms : { data: [back], next_cursor: null }),
  )
  open('/withdraw?again=1')
  await screen.findByText('Please correct this and send it again.')
  screen.getByText('The account number is not theirs')
})

test('the form stays if its terms could not be refetched', async () => {
  server.mockImplementation(async (address) =>
    Response.json(String(address).includes('/terms') ? openTerms : { data: [], next_cursor: null }),
  )
  open()
  const amount = await screen.findByLabelText('Amount')
  server.mockImplementation(async () => Response.json({ message: 'broken' }, { status: 500 }))
  await refresh(withdrawalTerms)
  await userEvent.type(amount, '600')
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '600')
})

test('the end of a withdrawal shows its own record, even if the address leads back to an earlier one', async () => {
  server.mockImplementation(async (address, call) => {
    if (call?.method === 'POST') return Response.json(recorded(2, 600), { status: 201 })
    return Response.json(
      String(address).includes('/terms') ? openTerms : { data: [recorded(1, 500)], next_cursor: null },
    )
  })
  const router = open()
  await userEvent.type(await screen.findByLabelText('Amount'), '600')
  await userEvent.click(screen.getByRole('button', { name: 'Review withdrawal' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm withdrawal' }))
  await screen.findByText('NUMBER2')
  await act(() => router.navigate({ href: '/withdraw?step=done&record=1' }))
  expect(await screen.findByText('NUMBER1')).toBeDefined()
})

test.each<[string, object, string]>([
  ['is cancelled', { status: 'cancelled' }, '₹500.00 Cancelled'],
  ['is being paid, so that it can’t be cancelled any more', { being_paid: true }, '₹500.00 Being paid'],
  ['has been paid, less its fee', { status: 'approved', transaction_id: '432198761234' }, '₹465.00 Approved'],
])('the end of a withdrawal does not promise what is over: it %s', async (_case, change, state) => {
  server.mockImplementation(async (address) =>
    Response.json(
      String(address).includes('/terms')
        ? openTerms
        : { data: [{ ...recorded(1, 500), ...change }], next_cursor: null },
    ),
  )
  open('/withdraw?step=done&record=1')
  const heading = await screen.findByRole('heading', { name: 'Outcome' })
  expect(heading.parentElement?.textContent).toContain(state)
  expect(screen.queryByText('What happens next')).toBeNull()
})

test('a person who has yet to confirm the new e-mail address reads about the pause too', async () => {
  server.mockImplementation(async (address) =>
    Response.json(
      String(address).includes('/terms') ? { ...terms, email_verified: false } : { data: [], next_cursor: null },
    ),
  )
  open()
  await screen.findByText('Withdrawals are paused')
  expect(await screen.findByRole('link', { name: 'Confirm your e-mail' })).toBeDefined()
})

async function askFor(amount: string, label = 'Amount') {
  await userEvent.type(await screen.findByLabelText(label), amount)
  await userEvent.click(screen.getByRole('button', { name: 'Review withdrawal' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm withdrawal' }))
}

test('a late reply does not lead away from where somebody has moved on to', async () => {
  const answer = Promise.withResolvers<Response>()
  server.mockImplementation((address, call) =>
    call?.method === 'POST'
      ? answer.promise
      : Promise.resolve(
          Response.json(
            String(address).includes('/terms') ? openTerms : { data: [recorded(2, 600)], next_cursor: null },
          ),
        ),
  )
  const router = open()
  await askFor('600')
  await waitFor(() => expect(server.mock.calls.some(([, call]) => call?.method === 'POST')).toBe(true))
  await act(() => router.navigate({ href: '/elsewhere' }))
  const before = server.mock.calls.length
  answer.resolve(Response.json(recorded(2, 600), { status: 201 }))
  await act(async () => await answer.promise)
  await waitFor(() => expect(queryClient.getQueryState(reading(withdrawalTerms).queryKey)?.isInvalidated).toBe(true))
  expect(server.mock.calls).toHaveLength(before)
  expect(router.state.location.href).toBe('/elsewhere')
})

test('a withdrawal whose reply was lost can be retried, even if it took the whole wallet', async () => {
  let left = 1000
  const keys: (string | null)[] = []
  server.mockImplementation(async (address, call) => {
    if (call?.method !== 'POST')
      return Response.json(
        String(address).includes('/terms') ? { ...openTerms, balance: left } : { data: [], next_cursor: null },
      )
    keys.push(new Headers(call.headers).get('idempotency-key'))
    left = 0
    if (keys.length === 1) throw new TypeError('the connection broke')
    return Response.json(recorded(2, 1000), { status: 201 })
  })
  open()
  await askFor('1000')
  await screen.findByText('Failed to process withdrawal request')
  expect(screen.getByText(/^We got no response, so this may have gone through\./)).toBeDefined()
  await waitFor(() => expect(queryClient.getQueryData(reading(withdrawalTerms).queryKey)?.balance).toBe(0n))
  await userEvent.click(screen.getByRole('button', { name: 'Confirm withdrawal' }))
  expect(await screen.findByText('NUMBER2')).toBeDefined()
  expect(keys).toEqual([keys[0], keys[0]])
})

test.each([
  ['the page is opened again', '/withdraw'],
  ['the review is loaded again', '/withdraw?step=review'],
])('USDT whose reply was lost are asked for once, at the rate of then, if %s', async (_how, address) => {
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
  const crypto = { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }
  let at = { balance: 9000, usdt_rate: 90 }
  const sent: [string | null, unknown][] = []
  server.mockImplementation(async (path, call) => {
    if (call?.method !== 'POST')
      return Response.json(
        String(path).includes('/terms')
          ? { ...openTerms, ...at, saved_details: { upi: null, bank: null, crypto } }
          : { data: [], next_cursor: null },
      )
    sent.push([new Headers(call.headers).get('idempotency-key'), JSON.parse(String(call.body))])
    at = { balance: 0, usdt_rate: 91 }
    if (sent.length === 1) throw new TypeError('the connection broke')
    return Response.json(recorded(2, 9000), { status: 201 })
  })
  open()
  await askFor('100', 'Amount in USDT')
  await screen.findByText('Failed to process withdrawal request')
  cleanup()
  queryClient.clear()
  open(address)
  await screen.findByText(/^We got no response, so this may have gone through\./)
  expect(screen.queryByText(/short$/)).toBeNull()
  if (address === '/withdraw') await userEvent.click(screen.getByRole('button', { name: 'Review withdrawal' }))
  expect(await screen.findByText('₹9,000.00')).toBeDefined()
  expect(screen.getByText('$93.00')).toBeDefined()
  expect(screen.queryByText(/^Balance after/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm withdrawal' }))
  await screen.findByText('NUMBER2')
  expect(sent[0]?.[1]).toMatchObject({ amount: 9000, usdt_amount: 100 })
  expect(sent).toEqual([sent[0], sent[0]])
})

test('another amount than the one that was refused is reviewed when it is whole', async () => {
  let left = 1000
  server.mockImplementation(async (address, call) => {
    if (call?.method === 'POST') {
      left = 600
      const refused = { message: 'Insufficient balance', code: 'insufficient_balance' }
      return Response.json({ ...refused, errors: { amount: refused.message } }, { status: 422 })
    }
    return Response.json(
      String(address).includes('/terms') ? { ...openTerms, balance: left } : { data: [], next_cursor: null },
    )
  })
  open()
  await askFor('1000')
  await screen.findByText('₹400.00 short')
  const amount = screen.getByLabelText('Amount')
  expect(document.activeElement).toBe(amount)
  await userEvent.clear(amount)
  await userEvent.type(amount, '550')
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '550')
  await userEvent.click(screen.getByRole('button', { name: 'Review withdrawal' }))
  expect(await screen.findByRole('button', { name: 'Confirm withdrawal' })).toBeDefined()
  expect(screen.getByText('₹550.00')).toBeDefined()
})

test('the reason why a withdrawal can’t be cancelled is in the dialog that asked', async () => {
  server.mockImplementation(async (address, call) => {
    if (call?.method === 'POST')
      return Response.json({ message: 'It is being paid.', code: 'being_paid' }, { status: 409 })
    return Response.json(
      String(address).includes('/terms') ? openTerms : { data: [recorded(1, 500)], next_cursor: null },
    )
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: /asha@okhdfc/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel withdrawal' }))
  await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this withdrawal?' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('It is being paid.')
})

test('a cancelling whose reply was lost may have been done, and is repeated with its key', async () => {
  const keys: (string | null)[] = []
  server.mockImplementation(async (address, call) => {
    if (call?.method === 'POST') {
      keys.push(new Headers(call.headers).get('idempotency-key'))
      throw new TypeError('the connection broke')
    }
    return Response.json(
      String(address).includes('/terms') ? openTerms : { data: [recorded(1, 500)], next_cursor: null },
    )
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: /asha@okhdfc/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel withdrawal' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this withdrawal?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, cancel it' }))
  await dialog.findByText(/^We got no response, so this may have gone through\./)
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, cancel it' }))
  await waitFor(() => expect(keys).toHaveLength(2))
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test.each([
  ['the approval of the document is revoked', { kyc_approved: false, kyc_status: 'rejected' }],
  ['the e-mail address is unproven again', { email_verified: false }],
  ['withdrawals are paused', { paused_until: terms.paused_until }],
  ['withdrawals are stopped', { is_frozen: true }],
])('a pending withdrawal can be cancelled although %s', async (_why, change) => {
  server.mockImplementation(async (address) =>
    Response.json(
      String(address).includes('/terms')
        ? { ...openTerms, ...change }
        : { data: [recorded(1, 500)], next_cursor: null },
    ),
  )
  open()
  await userEvent.click(await screen.findByRole('button', { name: /asha@okhdfc/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel withdrawal' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this withdrawal?' }))
  // ‘Cancel’ could be taken for the act itself; in Hindi it is the same word.
  const buttons = dialog.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons.filter(Boolean)).toEqual(['Keep it', 'Yes, cancel it'])
})

test('if the result of a withdrawal could not be read, this is shown in place of an empty form', async () => {
  const served = (data: object[]) => async (address: unknown) =>
    String(address).includes('/terms')
      ? Response.json(openTerms)
      : data.length > 0
        ? Response.json({ data, next_cursor: null })
        : Response.json({}, { status: 500 })
  server.mockImplementation(served([]))
  open('/withdraw?step=done&record=1')
  const [retry] = await screen.findAllByRole('button', { name: 'Retry' })
  expect(screen.queryByLabelText('Amount')).toBeNull()
  server.mockImplementation(served([recorded(1, 500)]))
  if (retry) await userEvent.click(retry)
  expect(await screen.findByText('NUMBER1')).toBeDefined()
})

test('an account number may be typed in Devanagari digits', async () => {
  server.mockImplementation(async (address) =>
    Response.json(String(address).includes('/terms') ? openTerms : { data: [], next_cursor: null }),
  )
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Bank' }))
  await userEvent.type(screen.getByLabelText('Account number'), '१२३४५६७८९०')
  expect(screen.getByLabelText('Account number')).toHaveProperty('value', '1234567890')
})

test.each([
  [null, /^Before money leaves, we verify your identity/],
  ['pending', /Your document is being checked/],
  ['rejected', /Your document was not accepted/],
])('until the document is approved, ‘Complete KYC’ leads to it: %s', async (kyc_status, explanation) => {
  server.mockImplementation(async (address) =>
    Response.json(
      String(address).includes('/terms')
        ? { ...openTerms, kyc_approved: false, kyc_status }
        : { data: [], next_cursor: null },
    ),
  )
  open()
  await screen.findByRole('heading', { name: 'KYC Verification Required' })
  screen.getByText(explanation)
  expect(screen.getByRole('link', { name: 'Complete KYC' }).getAttribute('href')).toBe('/profile#kyc')
})
