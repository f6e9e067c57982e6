import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import PayoutBatchPage from './PayoutBatchPage.tsx'

const batch = {
  id: 3,
  made_by: { id: 7, name: 'Ravi' },
  made_at: '2026-11-21T05:00:00.000Z',
  size: 1,
  amount: 930,
  waiting: 1,
  paid: 0,
  unpaid: 0,
  downloads: [],
  payouts: [
    {
      withdrawal_id: 9,
      number: 'W-9',
      user: { id: 3, name: 'Asha Rao' },
      payee: 'HDFC Bank ••4417',
      amount: 930,
      state: 'waiting',
      claimed_by: null,
      is_stopped: false,
      transaction_id: null,
      reported_payments: [] as object[],
    },
  ],
}

test.each([
  ['finance', 2],
  ['viewer', 0],
] as const)('a batch as %s sees it has %i acts', async (role, acts) => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/payout-batches/') ? Response.json(batch) : Response.json({ data: [], next_cursor: null }),
  )
  signInAs(role)
  const address = '/admin/payout-batches/3'
  showPage({ path: '/admin/payout-batches/$id', component: PayoutBatchPage, address })
  await screen.findByText('Asha Rao')
  expect(screen.queryAllByRole('button', { name: /^(Take out W-9|Import the bank's result)$/ })).toHaveLength(acts)
})

test.each(['2000000000', '99999999999'])('an address with %s, which no batch has, says so', async (id) => {
  const gone = { code: 'not_found', message: 'This does not exist (any more).' }
  vi.stubGlobal('fetch', async () => Response.json(gone, { status: 404 }))
  signInAs('finance')
  const address = `/admin/payout-batches/${id}`
  showPage({ path: '/admin/payout-batches/$id', component: PayoutBatchPage, address })
  await screen.findByText('No batch has this number')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('a second download of the file names the first, and is asked about', async () => {
  const server = vi.fn(async (address: string) =>
    address.endsWith('/payout-batches/3')
      ? Response.json({ ...batch, payouts: [{ ...batch.payouts[0], claimed_by: { id: 1, name: 'Meera' } }], downloads })
      : Response.json({ data: [], next_cursor: null }),
  )
  const downloads = [{ by: { id: 7, name: 'Ravi' }, at: '2026-11-21T07:48:00.000Z', rows: 5 }]
  const files = () => server.mock.calls.filter(([address]) => address.includes('/file'))
  vi.stubGlobal('fetch', server)
  signInAs('finance')
  showPage({ path: '/admin/payout-batches/$id', component: PayoutBatchPage, address: '/admin/payout-batches/3' })
  const said = (where = screen.getByText(/^Downloaded/)) => where.textContent
  await screen.findByText(/^Downloaded/)
  expect(said()).toBe('Downloaded 21 Nov 2026, 13:18 by Ravi (5 payments)')
  await userEvent.click(screen.getByRole('button', { name: 'Download the file' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Download the file again?' }))
  expect(said(dialog.getByText(/^Downloaded/))).toBe('Downloaded 21 Nov 2026, 13:18 by Ravi (5 payments)')
  expect(files()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Download again' }))
  await waitFor(() => expect(files()).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})
