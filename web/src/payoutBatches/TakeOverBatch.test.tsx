import type { BatchedPayout, PayoutBatchDetails } from '@bittkosh/contract/payoutBatches'
import { paise } from '@bittkosh/contract/money'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { TakeOverBatch } from './TakeOverBatch.tsx'

const server = vi.fn<typeof fetch>()
const sent = () => server.mock.calls.map(([, call]) => call?.body && JSON.parse(String(call.body))).filter(Boolean)

beforeEach(() => {
  signInAs('finance')
  vi.stubGlobal('fetch', server)
  server.mockImplementation(async () => Response.json({ message: 'No', code: 'nothing_to_take_over' }, { status: 409 }))
})

const meera = { id: 7, name: 'Meera' }
const payout = (id: number, change: Partial<BatchedPayout>): BatchedPayout => ({
  withdrawal_id: id,
  number: `NUMBER${id}`,
  user: { id: 100 + id, name: `Person ${id}` },
  payee: 'HDFC Bank ••4417',
  amount: paise(930_00n),
  state: 'waiting',
  claimed_by: meera,
  is_stopped: false,
  transaction_id: null,
  reported_payments: [],
  ...change,
})
function open(...payouts: BatchedPayout[]) {
  show(<TakeOverBatch batch={{ id: 3, payouts } as PayoutBatchDetails} />)
}

test('an absent admin’s payouts are counted, and taken over once that is confirmed', async () => {
  open(
    payout(1, {}),
    payout(2, { state: 'unknown' }),
    payout(3, { state: 'paid' }),
    payout(4, { state: 'proposed' }),
    payout(5, { claimed_by: null }),
    payout(6, { claimed_by: { id: 8, name: 'Ravi' } }),
  )
  screen.getByText('2 withdrawals that wait are being paid by Meera')
  screen.getByText('1 withdrawal that waits is being paid by Ravi')
  await userEvent.click(screen.getByRole('button', { name: 'Take over from Meera' }))
  expect(sent()).toEqual([])
  const dialog = screen.getByRole('dialog', { name: 'Take over from Meera?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take over from Meera' }))
  await waitFor(() => expect(sent()).toEqual([{ take_over_from: 7 }]))
})

test('nothing is offered if nobody else pays waiting payouts', () => {
  open(payout(1, { claimed_by: null }), payout(2, { state: 'paid' }), payout(3, { state: 'proposed' }))
  expect(screen.queryByRole('button')).toBeNull()
})

test('why payouts were not taken over stands in the dialog that asked', async () => {
  open(payout(1, {}))
  await userEvent.click(screen.getByRole('button', { name: 'Take over from Meera' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Take over from Meera' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('No')
})
