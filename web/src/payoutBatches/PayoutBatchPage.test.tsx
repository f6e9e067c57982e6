import { screen } from '@testing-library/react'
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
