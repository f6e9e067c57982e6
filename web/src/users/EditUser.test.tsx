import { listAudit } from '@bittkosh/contract/audit'
import { releasedContact } from '@bittkosh/contract/contact'
import { paise } from '@bittkosh/contract/money'
import { userDetails, userLedger, type UserRow, userRow } from '@bittkosh/contract/users'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '../api/queries.ts'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import EditUser from './EditUser.tsx'
import { details } from './testing/details.ts'

const opened: UserRow = { ...details.user, balance: paise(100_00n) }
const usual = { largest: paise(400_00n), limit: paise(2_00_000_00n) }
const now = { ...opened, balance: paise(130_00n) }
const wire = z.encode(userRow, now)
const server = vi.fn<typeof fetch>()
const sent = () =>
  server.mock.calls.filter(([, call]) => call?.method === 'PUT').map(([, call]) => JSON.parse(String(call?.body)))

beforeEach(() => {
  signInAs('owner')
  vi.stubGlobal('fetch', server)
  // The wallet moved from ₹100 to ₹130 while the form was open.
  server.mockImplementation(async (_address, call) => {
    if (call?.method !== 'PUT') return Response.json(z.encode(userDetails.reply, { ...details, user: now, usual }))
    const body = JSON.parse(String(call.body))
    if (body.previous_balance === 130) return Response.json({ ...wire, balance: body.balance })
    return Response.json({ message: 'The balance has changed', code: 'balance_moved' }, { status: 409 })
  })
})

test('what was typed stays beside the new balance, and is saved against it', async () => {
  const onClose = vi.fn()
  show(<EditUser user={opened} onClose={onClose} />)
  const balance = screen.getByLabelText('Balance')
  await userEvent.clear(balance)
  await userEvent.type(balance, '250')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Choose a kind of reason.', { selector: '[id]' })).toBeDefined()
  expect(sent()).toEqual([])
  await userEvent.selectOptions(screen.getByLabelText('Kind of reason'), 'Correction of a mistake')
  await userEvent.type(screen.getByLabelText('Reason'), 'Paid in cash')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('it was ₹100.00 when you opened this form')
  expect(screen.getByText('+₹120.00')).toBeDefined()
  expect(screen.getByDisplayValue('250')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toMatchObject([
    { balance: 250, previous_balance: 100, reason: 'Paid in cash', reason_kind: 'error' },
    { balance: 250, previous_balance: 130, reason: 'Paid in cash', reason_kind: 'error' },
  ])
})

async function change(balance: string) {
  show(<EditUser user={opened} onClose={vi.fn()} />)
  await waitFor(() => expect(server).toHaveBeenCalled())
  await userEvent.clear(screen.getByLabelText('Balance'))
  await userEvent.type(screen.getByLabelText('Balance'), balance)
  return screen.findByRole('button', { name: /^Save/ })
}
const again = () => screen.findByLabelText('Type the change again, without its sign')

test('three times the largest so far is a usual change of a balance', async () => {
  const save = await change('1300')
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  expect(save.textContent).toBe('Save')
  expect(screen.queryByText('This amount is unusual:')).toBeNull()
})

test.each([
  [
    'more than three times the largest so far',
    '1300.01',
    '1200.01',
    '3 times the largest approved for this person so far, ₹400.00',
    'Save, 3 times as much',
  ],
  [
    'above the limit',
    '300100',
    '3,00,000',
    'above ₹2,00,000.00, from which every amount is checked twice',
    'Save, 750 times as much',
  ],
])(
  'a change of %s turns the form amber and is typed again before it is saved',
  async (_case, balance, typed, why, word) => {
    const save = await change(balance)
    const field = await again()
    expect(screen.getByRole('dialog').className).toContain('pending')
    expect(save.className).toContain('caution')
    expect(save.textContent).toBe(word)
    expect(screen.getByText(why)).toBeDefined()
    expect(save).toHaveProperty('disabled', true)
    await userEvent.type(field, '1200')
    expect(save).toHaveProperty('disabled', true)
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    expect(save).toHaveProperty('disabled', false)
  },
)

test('removing much money is as unusual as adding it', async () => {
  show(<EditUser user={{ ...opened, balance: paise(5_000_00n) }} onClose={vi.fn()} />)
  await userEvent.clear(screen.getByLabelText('Balance'))
  await userEvent.type(screen.getByLabelText('Balance'), '1000')
  await userEvent.type(await again(), '4000')
  const save = screen.getByRole('button', { name: 'Save, 10 times as much' })
  expect(save).toHaveProperty('disabled', false)
})

test('while it is unknown what is usual, no balance can be changed, and the form says why', async () => {
  server.mockImplementation(async () => Response.json({ message: 'Not now', code: 'unavailable' }, { status: 404 }))
  const save = await change('250')
  expect(save).toHaveProperty('disabled', true)
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined()
})

test('an untouched balance follows the wallet, so that a new name undoes no payment', async () => {
  const onClose = vi.fn()
  show(<EditUser user={opened} onClose={onClose} />)
  await userEvent.type(screen.getByLabelText('Name'), ' Devi')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('it was ₹100.00 when you opened this form')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()[1]).toMatchObject({ name: 'Asha Rao Devi', balance: 130, previous_balance: 130 })
  expect(sent()[1]).not.toHaveProperty('password')
})

test.each([
  ['e-mail address', 'E-mail', 'dia'],
  ['phone number', 'Phone', '{Backspace}1'],
])('before saving a changed %s the form says who is notified and what is paused', async (_what, field, typed) => {
  show(<EditUser user={opened} onClose={vi.fn()} />)
  const said = /at the old address too\. Withdrawals and BittPay are paused for 72 hours\.$/
  expect(screen.queryByText(said)).toBeNull()
  await userEvent.type(screen.getByLabelText(field), typed)
  expect(screen.getByText(said)).toBeDefined()
})

test.each([
  ['is empty and stays as it was', '', 'released 7'],
  ['takes the one that is typed', '+919812345679', '+919812345679'],
])('the field of a contact that the account has lost %s', async (_what, typed, phone) => {
  const lost = releasedContact(7)
  show(<EditUser user={{ ...opened, email: lost, phone: lost }} onClose={vi.fn()} />)
  for (const label of ['E-mail', 'Phone'])
    expect(screen.getByLabelText(label)).toMatchObject({ value: '', placeholder: 'None' })
  if (typed) await userEvent.type(screen.getByLabelText('Phone'), typed)
  await userEvent.type(screen.getByLabelText('Name'), ' Devi')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()[0]).toMatchObject({ name: 'Asha Rao Devi', email: lost, phone }))
})

test('finance is offered only the balance', () => {
  signInAs('finance')
  show(<EditUser user={opened} onClose={() => {}} />)
  expect(screen.getByLabelText('Balance')).toBeDefined()
  for (const field of ['Name', 'E-mail', 'Phone', 'Referral code', 'Active: may sign in'])
    expect(screen.queryByLabelText(field)).toBeNull()
})

test('what finance may not edit is sent as it is now, whatever changed meanwhile', async () => {
  signInAs('finance')
  const renamed = { ...opened, name: 'Asha Devi', email: 'devi@example.in', updated_at: new Date(60_000) }
  server.mockImplementation(async (_address, call) => {
    if (call?.method !== 'PUT') return Response.json(z.encode(userDetails.reply, { ...details, user: renamed, usual }))
    const body = JSON.parse(String(call.body))
    if (body.previous_updated_at !== null)
      return Response.json({ ...z.encode(userRow, renamed), balance: body.balance })
    return Response.json({ message: 'Changed meanwhile', code: 'changed_meanwhile' }, { status: 409 })
  })
  const onClose = vi.fn()
  show(<EditUser user={opened} onClose={onClose} />)
  await userEvent.clear(screen.getByLabelText('Balance'))
  await userEvent.type(screen.getByLabelText('Balance'), '250')
  await userEvent.selectOptions(screen.getByLabelText('Kind of reason'), 'Correction of a mistake')
  await userEvent.type(screen.getByLabelText('Reason'), 'Paid in cash')
  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  await waitFor(() => expect(sent()).toHaveLength(1))
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  await userEvent.click(save)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toMatchObject([
    { name: 'Asha Rao', balance: 250 },
    { name: 'Asha Devi', email: 'devi@example.in', balance: 250, previous_updated_at: '1970-01-01T00:01:00.000Z' },
  ])
})

test('an edited balance is refetched where its person’s ledger and audit trail are shown', async () => {
  const shown = [userLedger.path, listAudit.path]
  for (const path of shown) queryClient.setQueryData([path], {})
  const save = await change('250')
  server.mockImplementation(async (_address, call) => {
    if (call?.method === 'PUT') return Response.json({ ...wire, balance: 250 })
    return Response.json(z.encode(userDetails.reply, { ...details, user: now, usual }))
  })
  await userEvent.selectOptions(screen.getByLabelText('Kind of reason'), 'Correction of a mistake')
  await userEvent.type(screen.getByLabelText('Reason'), 'Paid in cash')
  await userEvent.click(save)
  for (const path of shown) await waitFor(() => expect(queryClient.getQueryState([path])?.isInvalidated).toBe(true))
})
