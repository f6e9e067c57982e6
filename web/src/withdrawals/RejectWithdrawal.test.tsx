import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AdminWithdrawal } from '@bittkosh/contract/withdrawals'
import { paise } from '@bittkosh/contract/money'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import RejectWithdrawal from './RejectWithdrawal.tsx'

const server = vi.fn<typeof fetch>()
const sent = () => server.mock.calls.map(([, call]) => call?.body && JSON.parse(String(call.body))).filter(Boolean)
const withdrawal = {
  id: 12,
  amount: paise(500_00n),
  user: { name: 'Asha' },
  reported_payments: [] as object[],
} as AdminWithdrawal

const open = (of = withdrawal) =>
  show(<RejectWithdrawal withdrawal={of} draft={`reject withdrawal ${of.id}`} onClose={vi.fn()} onDone={vi.fn()} />)
const reason = () => screen.getByLabelText<HTMLTextAreaElement>(/as the user will read it/)

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockResolvedValue(Response.json({ message: 'No', code: 'own_request' }, { status: 403 }))
})

test.each([
  ['a usual reason goes as its code', '', { rejection_preset: 'made_twice', admin_note: null }],
  [
    'one that was edited goes as it reads',
    ' See #11.',
    { rejection_preset: null, admin_note: 'This request was made twice. See #11.' },
  ],
])('%s', async (_case, added, body) => {
  open()
  await userEvent.click(screen.getByRole('button', { name: /This request was made twice/ }))
  if (added) await userEvent.type(reason(), added)
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(sent()).toEqual([{ status: 'rejected', ...body }]))
})

test.each([true, false])(
  'if somebody began to pay, the dialog says that nothing may have been paid: %s',
  (being_paid) => {
    open({ ...withdrawal, being_paid })
    expect(screen.queryByText(/^Only if nothing was paid/) !== null).toBe(being_paid)
  },
)

test('a typed reason is there again after a reload, for this withdrawal alone, unless the admin discards it', async () => {
  signInAs('finance')
  open()
  await userEvent.type(reason(), 'The account is closed')
  cleanup()
  open({ ...withdrawal, id: 13 })
  expect(reason().value).toBe('')
  cleanup()
  open()
  expect(reason().value).toBe('The account is closed')
  await userEvent.type(reason(), '.')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  cleanup()
  open()
  expect(reason().value).toBe('')
})
