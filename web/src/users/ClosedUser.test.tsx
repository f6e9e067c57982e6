import type { Role } from '@bittkosh/contract/roles'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminUserPage from './AdminUserPage.tsx'

const gone = () => Response.json({ code: 'not_found', message: 'This does not exist (any more).' }, { status: 404 })
const nothing = { wallet: 0, flexible: 0, invested: 0, held: 0 }
const line = {
  id: 31,
  at: '2026-04-02T06:00:00.000Z',
  account: 'wallet',
  kind: 'withdrawal_return',
  amount: 5568.38,
  balance: 5568.38,
  subject: 'withdrawal',
  subject_id: 12,
  day: null,
  other: null,
}

/** Opens the page of account 7, which was closed with these balances. */
async function open(role: Role, balances = nothing) {
  const server = vi.fn(async (address: string) => {
    if (address.endsWith('/closed'))
      return Response.json({ id: 7, closed_at: '2026-04-01T06:00:00.000Z', balances, locked_records: [] })
    return address.includes('/ledger') ? Response.json({ data: [line], next_cursor: null }) : gone()
  })
  vi.stubGlobal('fetch', server)
  signInAs(role)
  showPage({ path: '/admin/users/$id', component: AdminUserPage, address: '/admin/users/7' })
  await screen.findByRole('heading', { level: 1, name: 'Closed account #7' })
  return server
}

test('the locked records of a closed account have a heading right below the page’s heading', async () => {
  await open('owner')
  expect(screen.getByRole('heading', { level: 2, name: 'Locked identity records' })).toBeDefined()
  expect(screen.getByText('None are kept.')).toBeDefined()
})

test('what came back after the closing is shown as still owed, with the ledger that explains it', async () => {
  await open('owner', { ...nothing, wallet: 5568.38 })
  const owed = screen.getByRole('region', { name: 'Still owed' })
  expect(owed.textContent).toBe('Still owedWallet₹5,568.38')
  expect(await screen.findByRole('table', { name: 'Ledger' })).toBeDefined()
})

test('nothing is called owed if nothing is', async () => {
  await open('owner')
  expect(screen.queryByText('Still owed')).toBe(null)
})

test('the ledger of a closed account is for those who may read records', async () => {
  const server = await open('kyc')
  expect(screen.queryByText('Ledger')).toBe(null)
  expect(server.mock.calls.some(([address]) => address.includes('/ledger'))).toBe(false)
})

test('a number that never existed is not called a closed account', async () => {
  vi.stubGlobal('fetch', async () => gone())
  signInAs('owner')
  showPage({ path: '/admin/users/$id', component: AdminUserPage, address: '/admin/users/2000000000' })
  await screen.findByText('No user has this number')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBe(null)
  expect(screen.queryByText(/Closed account/)).toBe(null)
})
