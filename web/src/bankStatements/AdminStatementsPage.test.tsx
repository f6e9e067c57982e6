import { type AdminDeposit, listDeposits } from '@bittkosh/contract/deposits'
import { recordLife } from '@bittkosh/contract/life'
import { paise, ppm } from '@bittkosh/contract/money'
import { waiting } from '@bittkosh/contract/statistics'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient, refetchShown } from '../api/queries.ts'
import { deposit as inQueue } from '../deposits/testing/deposit.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminStatementsPage from './AdminStatementsPage.tsx'

const server = vi.fn<typeof fetch>()
const asked = () => server.mock.calls.map(([address]) => String(address))
const sent = () => server.mock.calls.map(([, call]) => call?.body && JSON.parse(String(call.body))).filter(Boolean)

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  signInAs('finance')
  queue = queueOf()
})

const user = { id: 3, name: 'Asha Rao' }
const deposit = {
  id: 12,
  number: 'D-12',
  user,
  requested_amount: 1500,
  approved_amount: null,
  transaction_id: '412345678901',
  status: 'pending',
  created_at: '2026-11-21T05:00:00.000Z',
  largest_approved: null,
  has_warnings: false,
}
const withdrawal = {
  id: 13,
  number: 'W-13',
  user,
  paid_amount: 930,
  transaction_id: 'N1',
  status: 'approved',
  decided_at: '2026-11-21T05:00:00.000Z',
}
const line = (id: number, change: object = {}) => ({
  id,
  account: { id: 1, name: 'HDFC' },
  day: '2026-11-21',
  amount: 1500,
  reference: '412345678901',
  narration: `UPI line ${id}`,
  payer: '',
  state: 'suggested',
  reasons: ['reference', 'amount', 'payer'],
  deposit,
  withdrawal: null,
  decided_by: null,
  decided_at: null,
  ignored_because: null,
  ...change,
})
const counts = { suggested: 2, unmatched: 0, mismatched: 0, matched: 0, ignored: 0, payouts: 0 }
const accounts = [
  { id: 1, method_id: null, name: 'HDFC', last_day: '2026-11-21' },
  { id: null, method_id: 9, name: 'A method without statements', last_day: null },
]

/** Deposit 12 as its queue shows it. */
const queueOf = (change: Partial<AdminDeposit> = {}) =>
  z.encode(listDeposits.reply, {
    data: [{ ...inQueue, id: 12, requested_amount: paise(1_500_00n), ...change }],
    pagination: { current_page: 1, last_page: 1, total: 1 },
    counts: { pending: 1, approved: 0, rejected: 0, reversed: 0 },
    is_cut: false,
    excess_percentage: ppm(100_000n),
    unusual_above: paise(2_00_000_00n),
  })
let queue: object | null

/** `lines`: null if they can't be read. */
function answerWith(lines: object[] | null) {
  server.mockImplementation(async (address, call) => {
    const path = String(address)
    if (call?.method === 'POST') return Response.json({ code: 'line_used', message: 'No' }, { status: 409 })
    if (path.includes('/bank-statements/accounts')) return Response.json(accounts)
    if (path.includes('/bank-statement-lines') && lines)
      return Response.json({ data: lines, next_cursor: null, counts, unusual_above: 2_00_000 })
    if (path.includes('/deposits?') && queue) return Response.json(queue)
    if (path.endsWith('/bank-statements')) return Response.json({ data: [], next_cursor: null })
    return Response.json({ code: 'internal', message: 'Broken' }, { status: 500 })
  })
}

function open(lines: object[] | null, search = '') {
  answerWith(lines)
  return showPage({
    path: '/admin/bank-statements',
    component: AdminStatementsPage,
    validateSearch: (raw) => raw,
    address: `/admin/bank-statements${search}`,
  })
}
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement

test('a viewer reads the lines and finds nothing to do', async () => {
  signInAs('viewer')
  open([line(1)])
  const row = within(await rowOf('UPI line 1'))
  expect(row.getByRole('link', { name: 'D-12' })).toBeTruthy()
  expect(row.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Import a statement' })).toBeNull()
  expect(screen.queryByText('What to do')).toBeNull()
})

test('a suggested line shows its match and why, and can be approved or set aside', async () => {
  open([line(1)])
  const row = within(await rowOf('UPI line 1'))
  expect(row.getByRole('link', { name: 'D-12' }).getAttribute('href')).toContain('/admin/deposits')
  row.getByText('Transaction ID')
  row.getByRole('button', { name: 'Approve' })
  row.getByRole('button', { name: 'Set aside' })
})

test('selected lines are approved together; without any the button says why it is disabled', async () => {
  open([line(1), line(2, { amount: 1700, deposit: { ...deposit, id: 22, number: 'D-22', requested_amount: 1700 } })])
  const button = await screen.findByRole('button', { name: /^Approve 0 deposits/ })
  expect(button).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose the line for UPI line 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Approve 1 deposit' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/D-22/)
  dialog.getByText('UPI line 2')
  dialog.getByText('Transaction ID')
  expect(dialog.queryByText(/D-12/)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Approve ₹1,700.00' }))
  await waitFor(() => expect(sent()).toEqual([{ lines: [{ id: 2, deposit_id: 22 }] }]))
})

test('Choose all leaves out lines that do not name the payer or have several matches; each can be chosen alone', async () => {
  open([
    line(1),
    line(2, { reasons: ['reference', 'amount', 'day'] }),
    line(3, { reasons: ['reference', 'amount', 'payer', 'several'] }),
  ])
  await rowOf('UPI line 1')
  screen.getByText('Lines without the payer’s name or with several matches are chosen one by one.')
  const all = screen.getByRole('checkbox', { name: 'Choose all' })
  await userEvent.click(all)
  expect(all).toHaveProperty('checked', true)
  screen.getByRole('button', { name: 'Approve 1 deposit' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose the line for UPI line 3' }))
  screen.getByRole('button', { name: 'Approve 2 deposits' })
  await userEvent.click(all)
  screen.getByRole('button', { name: /^Approve 0 deposits/ })
})

test.each([
  ['more than three times the largest so far', 300, 1500],
  ['above the amount from which all are checked twice', null, 2_00_000.01],
])('a line whose amount is %s is in no set, and can be approved alone', async (_why, largest, amount) => {
  const unusual = { amount, deposit: { ...deposit, requested_amount: amount, largest_approved: largest } }
  open([line(1, unusual), line(2, { deposit: { ...deposit, largest_approved: 500 } })])
  const row = within(await rowOf('UPI line 1'))
  expect(row.queryByRole('checkbox')).toBeNull()
  row.getByRole('button', { name: 'Approve' })
  screen.getByText('Unusual amounts and deposits with warnings are approved one by one.')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }))
  screen.getByRole('button', { name: 'Approve 1 deposit' })
})

test('a line whose deposit has warnings is in no set, because only its own dialog shows them', async () => {
  open([line(1, { deposit: { ...deposit, has_warnings: true } }), line(2)])
  const row = within(await rowOf('UPI line 1'))
  expect(row.queryByRole('checkbox')).toBeNull()
  row.getByRole('button', { name: 'Approve' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }))
  screen.getByRole('button', { name: 'Approve 1 deposit' })
})

test('if every line must be looked at, Choose all chooses none', async () => {
  open([line(1, { reasons: ['reference', 'amount', 'day'] })])
  await rowOf('UPI line 1')
  expect(screen.getByRole('checkbox', { name: 'Choose all' })).toHaveProperty('disabled', true)
})

test('after the maximum per set the others can be selected one by one as before', async () => {
  const lines = Array.from({ length: 51 }, (_, n) => line(n + 1))
  open(lines)
  await rowOf('UPI line 51')
  await userEvent.click(screen.getByLabelText('Choose all'))
  const last = () => screen.getByLabelText('Choose the line for UPI line 51')
  expect(last()).toHaveProperty('disabled', true)
  answerWith(lines.slice(50)) // the first 50 are approved
  await act(refetchShown)
  await waitFor(() => expect(screen.queryByText('UPI line 1')).toBeNull())
  expect(last()).toHaveProperty('disabled', false)
})

test('a line is set aside with a reason', async () => {
  open([line(1)])
  await userEvent.click(within(await rowOf('UPI line 1')).getByRole('button', { name: 'Set aside' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Set the line aside' }))
  await userEvent.type(dialog.getByLabelText('Why it isn’t a deposit or payout'), 'Interest')
  await userEvent.click(dialog.getByRole('button', { name: 'Set aside' }))
  await waitFor(() => expect(sent()).toEqual([{ reason: 'Interest' }]))
})

test('a payout that came back is returned with a reason, and is in no set of deposits', async () => {
  const back = { deposit: null, withdrawal, amount: 930, reasons: ['reference', 'amount', 'returned'] }
  open([line(1, back), line(2)])
  const row = within(await rowOf('UPI line 1'))
  row.getByText('The bank says returned')
  expect(row.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(row.queryByRole('checkbox')).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }))
  screen.getByRole('button', { name: 'Approve 1 deposit' })
  await userEvent.click(row.getByRole('button', { name: 'Return the amount' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Returned by the bank' }))
  dialog.getByText('W-13 · Asha Rao')
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'The account is closed')
  await userEvent.click(dialog.getByRole('button', { name: 'Return the amount' }))
  await waitFor(() => expect(sent()).toEqual([{ withdrawal_id: 13, reason: 'The account is closed' }]))
})

test('money in without a match can be assigned to a payout that came back, money out can’t', async () => {
  open([line(1, { state: 'unmatched', deposit: null, reasons: [] })], '?tab=unmatched')
  const row = within(await rowOf('UPI line 1'))
  await userEvent.click(row.getByRole('button', { name: 'A payout was returned' }))
  await screen.findByRole('dialog', { name: 'Choose the returned payout' })
  await waitFor(() => expect(asked().some((path) => path.includes('/withdrawals?status=approved'))).toBe(true))
})

test('money out is assigned to its withdrawal with the amount to be paid, and is never approved', async () => {
  open(
    [line(1, { amount: -900, state: 'mismatched', reasons: ['other_amount'], deposit: null, withdrawal })],
    '?tab=payouts',
  )
  const row = within(await rowOf('UPI line 1'))
  expect(row.getByRole('link', { name: 'W-13' }).getAttribute('href')).toContain('/admin/withdrawals')
  row.getByText('₹930.00')
  row.getByText('Different amount')
  expect(row.queryByRole('button', { name: /Approve|Choose a deposit|came back|Return the amount/ })).toBeNull()
  row.getByRole('button', { name: 'Set aside' })
})

test('a line that was set aside shows its reason, and can be put back', async () => {
  open(
    [
      line(1, {
        state: 'ignored',
        deposit: null,
        ignored_because: 'Interest',
        decided_by: 'Ravi',
        decided_at: '2026-11-22T05:00:00Z',
      }),
    ],
    '?tab=ignored',
  )
  const row = within(await rowOf('UPI line 1'))
  row.getByText('Interest')
  row.getByText(/^Ravi,/)
  await userEvent.click(row.getByRole('button', { name: 'Put back' }))
  await waitFor(() => expect(asked().some((address) => address.endsWith('/bank-statement-lines/1/reopen'))).toBe(true))
})

test('the list, the account and the search are in the address and are requested', async () => {
  const router = open([line(1)])
  await screen.findByText('UPI line 1')
  await userEvent.click(screen.getByRole('tab', { name: /^Unmatched/ }))
  await waitFor(() => expect(asked().at(-1)).toContain('view=unmatched'))
  await userEvent.selectOptions(screen.getByLabelText('Account'), 'HDFC')
  await waitFor(() => expect(asked().at(-1)).toContain('account=1'))
  expect(router.state.location.search).toMatchObject({ tab: 'unmatched', account: 1 })
  expect(screen.queryByRole('option', { name: 'A method without statements' })).toBeNull()
})

test.each([
  ['', 'Nothing here', true],
  ['?tab=unmatched', 'Nothing here', false],
  ['?account=1', 'No lines match this filter', false],
])('an empty list %s says: %s', async (search, title, offersImport) => {
  open([], search)
  const empty = (await screen.findByText(title)).parentElement as HTMLElement
  expect(within(empty).queryByRole('button', { name: 'Import a statement' }) !== null).toBe(offersImport)
})

test('the list of files has its own empty state', async () => {
  open([], '?tab=statements')
  await screen.findByText('No statements imported yet')
})

test('lines that can’t be read say so, and can be retried', async () => {
  open(null)
  await screen.findByRole('button', { name: 'Retry' })
  expect(screen.queryByText('Nothing here')).toBeNull()
})

test('a line that matches nothing is offered the pending deposits that a bank can have received', async () => {
  const inUsdt = { method: { id: 2, name: 'USDT', type: 'crypto', payee_since: null } } as const
  queue = {
    ...queueOf(),
    data: [queueOf({ number: 'D-12' }), queueOf({ number: 'D-13', ...inUsdt })].flatMap(({ data }) => data),
  }
  open([line(1, { state: 'unmatched', deposit: null })], '?tab=unmatched')
  const row = within(await rowOf('UPI line 1'))
  await userEvent.click(row.getByRole('button', { name: 'Choose a deposit' }))
  await screen.findByRole('button', { name: /D-12/ })
  expect(screen.queryByRole('button', { name: /D-13/ })).toBeNull()
})

test('an admin who may not decide deposits is offered no approval', async () => {
  signInAs('support')
  open([line(1)])
  const row = within(await rowOf('UPI line 1'))
  expect(row.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Import a statement' })).toBeNull()
})

test('the reply to an import that was left closes no other one', async () => {
  const answer = Promise.withResolvers<Response>()
  const figures = { format: 'csv', first_day: '2026-11-21', last_day: '2026-11-21', sum_in: 100, sum_out: 0, lines: 1 }
  const sums = { ...figures, opening_balance: null, closing_balance: null }
  const columns = { headings: ['Date'], columns: { date: 'Date' }, is_readable: true, first_lines: [] }
  const preview = { ...sums, ...columns, known: 0, is_known_file: false, skipped: 0, skipped_rows: [] }
  open([line(1)])
  const others = server.getMockImplementation()
  server.mockImplementation(async (address, call) => {
    if (String(address).endsWith('/preview')) return Response.json(preview)
    if (call?.method === 'POST') return answer.promise
    return others?.(address, call) ?? Response.error()
  })
  const opened = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Import a statement' }))
    const dialog = within(await screen.findByRole('dialog'))
    const input = await dialog.findByLabelText<HTMLInputElement>('File')
    await userEvent.selectOptions(dialog.getByLabelText('Account'), 'HDFC')
    await userEvent.upload(input, new File(['date,amount'], 'nov.csv', { type: 'text/csv' }))
    return { dialog, button: await dialog.findByRole('button', { name: 'Import 1 new line' }) }
  }
  await screen.findByText('UPI line 1')
  const first = await opened()
  await userEvent.click(first.button)
  await userEvent.click(first.dialog.getByRole('button', { name: 'Cancel' }))
  await opened()
  const account = { id: 1, name: 'HDFC' }
  const made = {
    ...sums,
    id: 5,
    account,
    file_name: 'nov.csv',
    added: 1,
    imported_by: 'Meera',
    imported_at: new Date(0),
  }
  const before = asked().length
  await act(async () => answer.resolve(Response.json(made)))
  await waitFor(() => expect(asked().length).toBeGreaterThan(before)) // the lists are refetched
  screen.getByRole('button', { name: 'Import 1 new line' })
})

/** Opens the dialog of an act on line 1; what was open before is gone, as after a reload. */
async function openLine(name: string, change: object = {}) {
  cleanup()
  queryClient.clear()
  open([line(1, change)])
  await userEvent.click(within(await rowOf('UPI line 1')).getByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

test('a usual line is approved at once', async () => {
  const dialog = await openLine('Approve')
  const approve = await dialog.findByRole('button', { name: 'Approve ₹1,500.00' })
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Note to the user/))
  expect(dialog.queryByText('This amount is unusual:')).toBeNull()
  await userEvent.click(approve)
  await waitFor(() => expect(sent()).toEqual([{ deposit_id: 12, admin_note: null }]))
})

test('an unusual amount of a line is typed again before it is approved', async () => {
  queue = queueOf({ largest_approved: paise(300_00n) })
  const dialog = await openLine('Approve')
  const approve = await dialog.findByRole('button', { name: 'Approve ₹1,500.00, 5 times as much' })
  expect(approve).toHaveProperty('disabled', true)
  expect(screen.getByRole('dialog').className).toContain('pending')
  dialog.getByText('5 times the largest approved for this person so far, ₹300.00')
  await userEvent.type(dialog.getByLabelText('Type the amount again'), '1500')
  expect(approve).toHaveProperty('disabled', false)
})

test.each([
  ['Approve', {}, async () => {}, 'Approve ₹1,500.00', 'approve'],
  [
    'Return the amount',
    { deposit: null, withdrawal, amount: 930 },
    () => userEvent.type(screen.getByLabelText(/^Reason/), 'Closed'),
    'Return the amount',
    'return',
  ],
])('“%s” refreshes the counts in the menu and the record’s history', async (act, change, write, confirm, call) => {
  const dialog = await openLine(act, change)
  const button = await dialog.findByRole('button', { name: confirm })
  await write()
  await decides(() => userEvent.click(button), { path: `/1/${call}`, reply: line(1, { ...change, state: 'matched' }) })
})

test('a set of lines refreshes them too', async () => {
  open([line(1)])
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose all' }))
  await userEvent.click(screen.getByRole('button', { name: 'Approve 1 deposit' }))
  const button = screen.getByRole('button', { name: 'Approve ₹1,500.00' })
  const reply = { outcomes: [{ line: 1, outcome: 'approved' }] }
  await decides(() => userEvent.click(button), { path: '/bank-statement-lines/approve', reply })
})

/** Expects that a decision refreshes the menu's counts and the histories of records. */
async function decides(decide: () => Promise<void>, { path, reply }: { path: string; reply: object }) {
  const others = server.getMockImplementation()
  server.mockImplementation(async (address, call) =>
    call?.method === 'POST' && String(address).endsWith(path)
      ? Response.json(reply)
      : (others?.(address, call) ?? Response.error()),
  )
  const shown = [waiting.path, recordLife.path]
  for (const key of shown) queryClient.setQueryData([key], {})
  await decide()
  for (const key of shown) await waitFor(() => expect(queryClient.getQueryState([key])?.isInvalidated).toBe(true))
}

test('approving a line repeats every warning about its deposit', async () => {
  queue = queueOf({
    user: { ...inQueue.user, is_frozen: true, is_active: false },
    seen_before: [{ id: 11, status: 'rejected', user_name: 'Ravi', created_at: new Date(0) }],
  })
  const dialog = await openLine('Approve')
  await dialog.findByText('Frozen: no money leaves this account.')
  dialog.getByText('Inactive: this person cannot sign in.')
  dialog.getByText('Seen before: this transaction ID also appears on #11.')
})

test('while it is unknown what is usual, no line can be approved, and the dialog says why', async () => {
  queue = null
  const dialog = await openLine('Approve')
  const retry = await dialog.findByRole('button', { name: 'Retry' })
  expect(dialog.queryByRole('button', { name: /^Approve/ })).toBeNull()
  queue = queueOf()
  await userEvent.click(retry)
  await dialog.findByRole('button', { name: 'Approve ₹1,500.00' })
})

test.each([
  ['Approve', {}, /^Note to the user/],
  ['Return the amount', { deposit: null, withdrawal, amount: 930 }, /^Reason/],
  ['Set aside', {}, 'Why it isn’t a deposit or payout'],
])('what is typed to “%s” is there again after a reload, until it is discarded', async (act, change, label) => {
  const first = await openLine(act, change)
  await userEvent.type(await first.findByLabelText(label), 'As the bank wrote')
  const second = await openLine(act, change)
  expect((await second.findByLabelText<HTMLInputElement>(label)).value).toBe('As the bank wrote')
  await userEvent.type(second.getByLabelText(label), ' today')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const third = await openLine(act, change)
  expect((await third.findByLabelText<HTMLInputElement>(label)).value).toBe('')
})

test('what was typed about one deposit is not sent for another one that the line is given', async () => {
  const typed = await openLine('Approve')
  await userEvent.type(await typed.findByLabelText(/^Note to the user/), 'A part arrived')
  queue = queueOf({ id: 13 })
  const other = await openLine('Approve', { deposit: { ...deposit, id: 13 } })
  expect((await other.findByLabelText<HTMLInputElement>(/^Note to the user/)).value).toBe('')
})
