import { paise } from '@bittkosh/contract/money'
import type { Role } from '@bittkosh/contract/roles'
import { type UserDetails, userDetails } from '@bittkosh/contract/users'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { useToasts } from '../kit/overlays/toast.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminUserPage from './AdminUserPage.tsx'
import { details } from './testing/details.ts'

test.each(['99999999999', '0', 'me'])(
  'an address with %s, which no user can have, says so and asks nobody',
  async (id) => {
    const server = vi.fn<typeof fetch>()
    vi.stubGlobal('fetch', server)
    signInAs('owner')
    showPage({ path: '/admin/users/$id', component: AdminUserPage, address: `/admin/users/${id}` })
    await screen.findByText('No user has this number')
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(server).not.toHaveBeenCalled()
  },
)

test.each([
  ['whoever waits for it is led to the list', null, '/admin/users'],
  ['whoever has gone on meanwhile is left there', '/admin/withdrawals', '/admin/withdrawals'],
])('a user is deleted, and %s', async (_who, meanwhile, end) => {
  const deleted = Promise.withResolvers<Response>()
  const server = vi.fn((address: string, { method }: RequestInit) => {
    if (method === 'DELETE') return deleted.promise
    if (!address.endsWith('/details')) return new Promise(() => {})
    return Promise.resolve(Response.json(z.encode(userDetails.reply, details)))
  })
  vi.stubGlobal('fetch', server)
  signInAs('owner')
  const router = showPage({ path: '/admin/users/$id', component: AdminUserPage, address: '/admin/users/7' })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText('Kind of reason'), 'Suspected fraud')
  await userEvent.type(dialog.getByLabelText('Reason'), 'Forged card')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.mock.calls.some(([, { method }]) => method === 'DELETE')).toBe(true))
  const { result: toasts } = renderHook(useToasts)
  if (meanwhile) act(() => router.history.push(meanwhile))
  deleted.resolve(new Response(null, { status: 204 }))
  await waitFor(() => expect(toasts.current.map(({ message }) => message)).toContain('Asha Rao was deleted'))
  await waitFor(() => expect(router.history.location.pathname).toBe(end))
})

/** Opens the page of somebody with ₹1,500.30 in Earn, ₹500.30 of it a locked welcome bonus; `reply` is the reply to moving it. */
function openWithEarn(role: Role, earn: Partial<UserDetails['investments']['flexible']>, reply?: Response) {
  const flexible = {
    current_balance: paise(1_500_30n),
    total_profit: paise(30n),
    locked_bonus: paise(500_30n),
    ...earn,
  }
  const shown = { ...details, investments: { ...details.investments, flexible } }
  const server = vi.fn(async (address: string, { method }: RequestInit) => {
    if (method === 'POST' && reply) return reply
    if (!address.endsWith('/details')) return new Promise<Response>(() => {})
    return Response.json(z.encode(userDetails.reply, shown))
  })
  vi.stubGlobal('fetch', server)
  signInAs(role)
  showPage({ path: '/admin/users/$id', component: AdminUserPage, address: '/admin/users/7' })
  return () => server.mock.calls.filter(([, { method }]) => method === 'POST')
}

async function moveEarn() {
  await userEvent.click(await screen.findByRole('button', { name: 'Earn to the wallet' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move the Earn money of Asha Rao' })
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Is leaving')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move ₹1,000.00 to the wallet' }))
  return dialog
}

test('what may leave Earn is moved to the wallet with a reason, and a locked bonus is said to stay', async () => {
  const posted = openWithEarn('finance', {}, Response.json({ amount: 1_000 }))
  const { result: toasts } = renderHook(useToasts)
  const dialog = await moveEarn()
  expect(dialog.textContent).toContain('−₹500.30')
  expect(dialog.textContent).toContain('It stays in Earn, and is taken back when the account is closed.')
  const moved = '₹1,000.00 moved to the wallet of Asha Rao'
  await waitFor(() => expect(toasts.current.map(({ message }) => message)).toContain(moved))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(posted().map(([address, { body }]) => [address, JSON.parse(String(body))])).toEqual([
    ['/api/users/7/earn-to-wallet', { reason: 'Is leaving' }],
  ])
})

test('why Earn was not moved stands in the dialog, and the reason stays', async () => {
  const message = 'You cannot decide your own request, or one of an account that invited you or that you invited.'
  openWithEarn('finance', {}, Response.json({ message, code: 'own_request' }, { status: 403 }))
  const dialog = within(await moveEarn())
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Is leaving')
})

test.each<[string, Role, bigint, boolean]>([
  ['finance, if there is money of the person’s own', 'finance', 500_31n, true],
  ['nobody, if all of it is a locked bonus', 'finance', 500_30n, false],
  ['no viewer', 'viewer', 1_500_30n, false],
])('moving Earn to the wallet is offered to %s', async (_whom, role, balance, isOffered) => {
  openWithEarn(role, { current_balance: paise(balance) })
  await screen.findByRole('heading', { level: 1, name: 'Asha Rao' })
  expect(screen.queryByRole('button', { name: 'Earn to the wallet' }) !== null).toBe(isOffered)
})

test.each([
  [99, 'Investments99'],
  [100, 'Investments'],
])('with %i investments listed, the tab shows only a number that is the total', async (count, tab) => {
  const bought = {
    cryptocurrency: 'Bitcoin',
    amount: paise(100n),
    investment_date: new Date(0),
    maturity_date: new Date(0),
    profit_earned: paise(0n),
    status: 'withdrawn' as const,
  }
  const crypto = { ...details.investments.crypto, investments: Array.from({ length: count }, () => bought) }
  const shown = { ...details, investments: { ...details.investments, crypto } }
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/details') ? Response.json(z.encode(userDetails.reply, shown)) : new Promise<Response>(() => {}),
  )
  signInAs('viewer')
  showPage({ path: '/admin/users/$id', component: AdminUserPage, address: '/admin/users/7' })
  expect((await screen.findByRole('tab', { name: /^Investments/ })).textContent).toBe(tab)
})
