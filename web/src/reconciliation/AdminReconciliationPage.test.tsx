import { signReconciledDay } from '@bittkosh/contract/reconciliation'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { refetchShown } from '../api/queries.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminReconciliationPage from './AdminReconciliationPage.tsx'

const account = {
  id: 1,
  method_id: null,
  name: 'HDFC',
  has_statement: true,
  opening: 1000,
  closing: 1700,
  sum_in: 700,
  sum_out: 0,
  late: 0,
  book_in: 1500,
  book_out: 0,
  difference: -800,
  sums: [
    { kind: 'line_without_deposit', amount: 700, n: 1 },
    { kind: 'deposit_without_line', amount: -1500, n: 1 },
  ],
  reasons: [
    {
      kind: 'line_without_deposit',
      amount: 700,
      is_open: true,
      line: { id: 9, day: '2026-11-21', amount: 700, text: 'NEFT ASHA', view: 'unmatched' },
      record: null,
      other_day: null,
      note: null,
      is_settled: false,
    },
    {
      kind: 'deposit_without_line',
      amount: -1500,
      is_open: true,
      line: null,
      record: {
        subject: 'deposit',
        id: 12,
        number: 'D-12',
        user: { id: 3, name: 'Asha Rao' },
        amount: 1500,
      },
      other_day: null,
      note: null,
      is_settled: false,
    },
  ],
}
const day = {
  day: '2026-11-21',
  state: 'open',
  digest: 'a'.repeat(64),
  accounts: [account],
  difference: -800,
  open_reasons: 2,
  needs_note: true,
  not_shown: 0,
  signatures: [],
  is_signature_outdated: false,
  close_first: null,
  ledger: null,
  late_lines: [],
}
const server = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  signInAs('finance')
})

const open = (answer: object | null, address = '/admin/reconciliation?day=2026-11-21') => {
  server.mockImplementation(async () =>
    answer ? Response.json(answer) : Response.json({ code: 'internal', message: 'Broken' }, { status: 500 }),
  )
  showPage({
    path: '/admin/reconciliation',
    component: AdminReconciliationPage,
    validateSearch: (raw) => raw,
    address,
  })
}

test('each difference has its line or its record, and they add up to the displayed total', async () => {
  open(day)
  const reasons = await screen.findByRole('table', { name: 'Why statement and book of HDFC differ' })
  const line = within(reasons).getByRole('link', { name: 'NEFT ASHA' })
  expect(line.getAttribute('href')).toContain('tab=unmatched')
  const record = within(reasons).getByRole('link', { name: 'D-12' })
  expect(record.getAttribute('href')).toContain('/admin/deposits')
  const total = screen.getByText('All reasons: statement less book').parentElement
  expect(total?.textContent).toContain('−₹800.00')
})

test('a day without a statement says so and does not count as equal', async () => {
  open({ ...day, accounts: [{ ...account, has_statement: false, sums: [], reasons: [], difference: 0 }] })
  expect(await screen.findByText('No statement for this day')).toBeDefined()
  expect(screen.queryByText('Equal')).toBeNull()
})

test('a day on which nothing moved says so', async () => {
  open({ ...day, accounts: [], open_reasons: 0, difference: 0 })
  expect(await screen.findByText('Nothing moved on this day')).toBeDefined()
})

test('an empty list of days says when the first one will appear', async () => {
  open({ data: [], next_cursor: null }, '/admin/reconciliation')
  expect(await screen.findByText('No day to compare yet')).toBeDefined()
})

test('a day that can’t be signed yet names the one to close first', async () => {
  open({ ...day, close_first: '2026-11-19' })
  const link = await screen.findByRole('link', { name: 'Go to 19 Nov 2026' })
  expect(link.getAttribute('href')).toContain('2026-11-19')
})

test('a closed day has no button and shows what was settled since', async () => {
  const [reason] = account.reasons
  open({
    ...day,
    state: 'closed',
    accounts: [{ ...account, reasons: [{ ...reason, is_settled: true }] }],
    signatures: [
      { by: { id: 1, name: 'Meera' }, at: '2026-11-22T05:00:00Z', note: 'Asked the bank' },
      { by: { id: 2, name: 'Ravi' }, at: '2026-11-22T06:00:00Z', note: null },
    ],
    ledger: { transfer: '4711', seal: null },
  })
  expect(await screen.findByText('Settled since')).toBeDefined()
  expect(screen.getByText('Asked the bank')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Sign/ })).toBeNull()
})

test.each([
  ['whoever has signed reads that another admin must sign too', 1, 'signed', null],
  ['another admin can sign and close the day', 2, 'signed', 'Sign and close the day'],
  ['whoever signed figures that have changed can sign again', 1, 'open', 'Sign the day'],
])('%s', async (_who, id, state, button) => {
  const signatures = [{ by: { id, name: 'Meera' }, at: '2026-11-22T05:00:00Z', note: null }]
  open({ ...day, state, signatures, is_signature_outdated: state === 'open' })
  await screen.findByText('First signature')
  const said = 'You have signed this day. Another admin must sign it too.'
  expect(screen.queryByText(said) !== null).toBe(button === null)
  expect(screen.queryByRole('button', { name: /^Sign/ })?.textContent ?? null).toBe(button)
})

test('signing sends the digest of the displayed figures, with the note', async () => {
  open(day)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign the day' }))
  await userEvent.type(screen.getByLabelText('Note'), 'Asked the bank')
  await userEvent.click(screen.getByRole('button', { name: 'Sign' }))
  const sent = () => server.mock.calls.find(([, init]) => init?.method === signReconciledDay.method)
  await waitFor(() => expect(sent()).toBeDefined())
  expect(String(sent()?.[0])).toContain('/reconciliation/days/2026-11-21/sign')
  expect(JSON.parse(String(sent()?.[1]?.body))).toEqual({ digest: day.digest, note: 'Asked the bank' })
})

test('figures that arrive while it is being signed are signed only once the admin was notified', async () => {
  open(day)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign the day' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Note'), 'Asked the bank')
  const later = { ...day, digest: 'b'.repeat(64), difference: -300 }
  const refusal = { code: 'day_figures_changed', message: 'The figures have changed.' }
  server.mockImplementation(async (_address, init) =>
    init?.method === signReconciledDay.method ? Response.json(refusal, { status: 409 }) : Response.json(later),
  )
  await act(refetchShown)
  await screen.findByText('−₹300.00') // on the page behind
  dialog.getByText('−₹800.00')
  const press = () => userEvent.click(dialog.getByRole('button', { name: 'Sign' }))
  await press()
  await dialog.findByText('−₹300.00')
  dialog.getByText('The figures have changed.')
  await press()
  const sent = () => server.mock.calls.filter(([, init]) => init?.method === signReconciledDay.method)
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().map(([, init]) => JSON.parse(String(init?.body)).digest)).toEqual([day.digest, later.digest])
})
