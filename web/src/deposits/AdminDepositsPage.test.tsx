import { type AdminDeposit, adminDeposit, listDeposits } from '@bittkosh/contract/deposits'
import { paise, ppm } from '@bittkosh/contract/money'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminDepositsPage from './AdminDepositsPage.tsx'
import { deposit } from './testing/deposit.ts'

const page = z.encode(listDeposits.reply, {
  data: [deposit, { ...deposit, id: 2 }],
  pagination: { current_page: 1, last_page: 1, total: 2 },
  counts: { pending: 2, approved: 0, rejected: 0, reversed: 0 },
  is_cut: false,
  excess_percentage: ppm(100_000n),
  unusual_above: paise(2_00_000_00n),
})
let decided: AdminDeposit

beforeEach(() => {
  signInAs('finance')
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (method === 'PUT') return Response.json(z.encode(adminDeposit, decided))
    return address.includes('/deposits?') ? Response.json(page) : new Promise<Response>(() => {})
  })
})

/** Opens the record; what was open before is gone, as after a reload. */
async function open(id = 1) {
  cleanup()
  showPage({
    path: '/admin/deposits',
    component: AdminDepositsPage,
    validateSearch: (raw) => raw,
    address: `/admin/deposits?id=${id}`,
  })
  return screen.findByLabelText<HTMLInputElement>('Approved amount')
}
const note = () => screen.getByLabelText<HTMLInputElement>(/^Note( \(optional\))?$/)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft'))

test('a typed amount and note are there again after a reload, for this deposit alone, until it is approved', async () => {
  const amount = await open()
  await userEvent.clear(amount)
  await userEvent.type(amount, '9500')
  await userEvent.type(note(), 'A part arrived')
  expect((await open(2)).value).toBe('10,000')
  expect(note().value).toBe('')
  expect((await open()).value).toBe('9,500')
  expect(note().value).toBe('A part arrived')
  decided = { ...deposit, status: 'approved', approved_amount: paise(9_500_00n) }
  await press('Approve')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(drafts()).toEqual([]))
})

test('so is a typed reason, until the deposit is rejected', async () => {
  const reason = async () => {
    await open()
    await press('Reject')
    return screen.findByLabelText<HTMLTextAreaElement>('Reason, as the user will read it')
  }
  await userEvent.type(await reason(), 'We found no payment')
  expect((await reason()).value).toBe('We found no payment')
  decided = { ...deposit, status: 'rejected', admin_note: 'We found no payment' }
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(drafts()).toEqual([]))
})

test('an approval whose reply was lost is repeated only with the same amount', async () => {
  const sent: { key: string | null; amount: number }[] = []
  vi.stubGlobal('fetch', async (address: string, { method, headers, body }: RequestInit) => {
    if (method !== 'PUT') return address.includes('/deposits?') ? Response.json(page) : new Promise<Response>(() => {})
    const key = new Headers(headers).get('idempotency-key')
    sent.push({ key, amount: JSON.parse(String(body)).approved_amount })
    throw new TypeError('the connection broke')
  })
  const approve = async (amount?: string) => {
    const field = await open()
    if (amount !== undefined) {
      await userEvent.clear(field)
      await userEvent.type(field, amount)
      await userEvent.type(note(), '.')
    }
    const before = sent.length
    await press('Approve')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(sent.length).toBe(before + 1))
  }
  await approve('9500')
  await approve()
  await approve('9600')
  expect(sent.map(({ amount }) => amount)).toEqual([9500, 9500, 9600])
  expect(sent[1]?.key).toBe(sent[0]?.key)
  expect(sent[2]?.key).not.toBe(sent[0]?.key)
})

test('the list shows what was asked for, and below it what was approved if that is another amount', async () => {
  const approved = (id: number, amount: bigint) =>
    ({ ...deposit, id, status: 'approved', approved_amount: paise(amount), decided_at: deposit.created_at }) as const
  const listed = z.encode(listDeposits.reply, {
    ...z.decode(listDeposits.reply, page),
    data: [approved(1, 9_500_00n), approved(2, 10_000_00n)],
  })
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/deposits?') ? Response.json(listed) : new Promise<Response>(() => {}),
  )
  showPage({
    path: '/admin/deposits',
    component: AdminDepositsPage,
    validateSearch: (raw) => raw,
    address: '/admin/deposits?status=approved',
  })
  await screen.findByRole('columnheader', { name: 'Asked' })
  const [, other, same] = screen.getAllByRole('row').map((row) => row.textContent)
  expect(other).toContain('₹10,000.00Approved: ₹9,500.00')
  expect(same).toContain('₹10,000.00')
  expect(same).not.toContain('Approved: ')
})
