import type { PayoutBatchDetails, ResultProblem, ResultRow } from '@bittkosh/contract/payoutBatches'
import { recordLife } from '@bittkosh/contract/life'
import { paise } from '@bittkosh/contract/money'
import { waiting } from '@bittkosh/contract/statistics'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/queries.ts'
import { show } from '../testing/show.tsx'
import ResultDialog, { Result } from './ResultDialog.tsx'

const server = vi.fn<typeof fetch>()
const sent = () => server.mock.calls.map(([, call]) => call?.body && JSON.parse(String(call.body))).filter(Boolean)

beforeEach(() => {
  server.mockReset()
  vi.stubGlobal('fetch', server)
  server.mockImplementation(async () => Response.json({ message: 'No', code: 'not_found' }, { status: 404 }))
})

const batch = { id: 7, payouts: [] as PayoutBatchDetails['payouts'] } as PayoutBatchDetails
const row = (n: number, change: Partial<ResultRow>): ResultRow => ({
  row: n,
  withdrawal_id: n,
  number: `NUMBER${n}`,
  user: { id: 100 + n, name: `Person ${n}` },
  amount: paise(930_00n),
  act: 'pay',
  problem: null,
  with_bank: false,
  is_reported: false,
  reported_payments: [],
  utr: '',
  status: '',
  reason: '',
  ...change,
})
function open(rows: ResultRow[], missing = 0) {
  const preview = { headings: [], columns: {}, is_readable: true, rows, missing }
  const props = { batch, content: 'QQ==', columns: undefined, onClose: vi.fn(), onDone: vi.fn() }
  show(<Result {...props} preview={preview} />)
}

test('paid amounts are summed, and the choice for each refused payout is sent along', async () => {
  open(
    [
      row(2, { utr: 'N1' }),
      row(3, { act: 'refuse', reason: 'Account closed' }),
      row(4, { act: 'refuse', reason: 'Bank holiday' }),
      row(5, { act: 'wait' }),
    ],
    2,
  )
  screen.getByText(/^2 that wait in this batch are not in the file/)
  screen.getByText('Account closed')
  await userEvent.selectOptions(screen.getByLabelText('What happens to NUMBER4'), 'Back to the queue')
  await userEvent.click(screen.getByRole('button', { name: 'Import the result: ₹930.00 paid' }))
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        content: 'QQ==',
        refused: [
          { withdrawal_id: 3, choice: 'reject' },
          { withdrawal_id: 4, choice: 'retry' },
        ],
      },
    ]),
  )
})

test('an imported result refreshes the counts in the menu and the histories of its withdrawals', async () => {
  const made = { id: 7, made_by: { id: 1, name: 'Meera' }, made_at: new Date(0), payouts: [], downloads: [] }
  const sums = { size: 1, amount: 930, waiting: 0, paid: 1, unpaid: 0 }
  server.mockImplementation(async () => Response.json({ outcomes: [], batch: { ...made, ...sums } }))
  const shown = [waiting.path, recordLife.path]
  for (const key of shown) queryClient.setQueryData([key], {})
  open([row(2, { utr: 'N1' })])
  await userEvent.click(screen.getByRole('button', { name: 'Import the result: ₹930.00 paid' }))
  for (const key of shown) await waitFor(() => expect(queryClient.getQueryState([key])?.isInvalidated).toBe(true))
})

test.each<[ResultProblem, RegExp]>([
  ['not_in_batch', /not in this batch/],
  ['twice', /several rows/],
  ['amount_differs', /The amount is different/],
  ['account_differs', /The account is different/],
  ['no_utr', /no valid bank reference/],
  ['utr_used', /is on another payment/],
  ['paid_twice', /paid twice/],
  ['paid_after_end', /already returned/],
  ['refused_after_report', /reported it as paid before/],
  ['returned_after_paid', /return it in its record/],
  ['claimed_by_other', /Another admin is paying it/],
])('a row that is not accepted says why: %s', (problem, sentence) => {
  open([row(2, { act: 'problem', problem, user: null, withdrawal_id: null })])
  screen.getByText(sentence)
  expect(screen.getByRole('button', { name: 'Import the result' })).toHaveProperty('disabled', true)
})

test('a row that is not accepted, of a payout that the bank may have paid, is imported to keep it out of other files', async () => {
  open([row(2, { act: 'problem', problem: 'no_utr', with_bank: true })])
  screen.getByText('No file that is downloaded after the import contains it.')
  expect(screen.getByRole('button', { name: 'Import the result' })).toHaveProperty('disabled', false)
})

const report = {
  id: 5,
  utr: '730000000139',
  batch: 4,
  by: { id: 7, name: 'Ravi' },
  at: new Date('2026-11-21T07:48:00Z'),
}
test('a refusal after a reported payment is not offered to be given back, and names that payment', () => {
  open([row(2, { act: 'problem', problem: 'refused_after_report', reported_payments: [report] })])
  const said =
    'The bank reported it as paid with UTR 730000000139. Result of batch #4, imported 21 Nov 2026, 13:18 by Ravi.'
  screen.getByText((_text, element) => element?.matches('span') === true && element.textContent === said)
  expect(screen.queryByLabelText('What happens to NUMBER2')).toBeNull()
  expect(screen.getByRole('button', { name: 'Import the result' })).toHaveProperty('disabled', true)
})

test('a payment that cannot be recorded is imported to be in the record of its withdrawal', () => {
  open([row(2, { act: 'problem', problem: 'paid_after_end', is_reported: true })])
  screen.getByText('The import adds this payment to the record of the withdrawal.')
  expect(screen.getByRole('button', { name: 'Import the result' })).toHaveProperty('disabled', false)
})

test('an amount that differs is shown beside the one in the batch', () => {
  open([row(2, { act: 'problem', problem: 'amount_differs', expected: paise(1_041_60n) })])
  screen.getByText('The amount is different: ₹1,041.60 in the batch.')
})

test('after a lost reply the import may be done, and the same attempt is sent again', async () => {
  server.mockRejectedValue(new TypeError('the connection broke'))
  open([row(2, { utr: 'N1' })])
  for (const n of [1, 2]) {
    await userEvent.click(await screen.findByRole('button', { name: 'Import the result: ₹930.00 paid' }))
    await waitFor(() => expect(server).toHaveBeenCalledTimes(n))
    await screen.findByText(/^We got no response/)
  }
  const keys = server.mock.calls.map(([, call]) => new Headers(call?.headers).get('idempotency-key'))
  expect(keys[0]).toBeTruthy()
  expect(new Set(keys).size).toBe(1)
})

test('an unreadable file is reported where it was chosen', async () => {
  server.mockImplementation(async () =>
    Response.json(
      { message: 'This file could not be read. Save it as CSV or XLSX and try again.', code: 'statement_unreadable' },
      { status: 422 },
    ),
  )
  show(<ResultDialog batch={batch} onClose={vi.fn()} />)
  await userEvent.upload(screen.getByLabelText('File'), new File(['x'], 'result.csv', { type: 'text/csv' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This file could not be read/)
})

test('a file that the browser cannot read is reported, and read once it is chosen again', async () => {
  const file = new File(['x'], 'result.csv', { type: 'text/csv' })
  vi.spyOn(file, 'arrayBuffer').mockRejectedValueOnce(new DOMException('changed', 'NotReadableError'))
  show(<ResultDialog batch={batch} onClose={vi.fn()} />)
  await userEvent.upload(screen.getByLabelText('File'), file)
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to read the file')
  await userEvent.upload(screen.getByLabelText('File'), file)
  await waitFor(() => expect(sent()).toEqual([{ content: 'eA==' }]))
})

test('columns with unknown headers are chosen by hand, previewed again and sent along', async () => {
  const unread = { headings: ['Our No', 'Rupees', 'Outcome'], columns: {}, is_readable: false, rows: [], missing: 1 }
  const columns = { reference: 'Our No' }
  const seen = [unread, { ...unread, columns, is_readable: true, rows: [{ ...row(2, {}), amount: 930 }] }]
  server.mockImplementation(async () => Response.json(seen[server.mock.calls.length - 1]))
  show(<ResultDialog batch={batch} onClose={vi.fn()} />)
  await userEvent.upload(screen.getByLabelText('File'), new File(['x'], 'result.csv', { type: 'text/csv' }))
  await screen.findByText('Choose the columns')
  expect(screen.queryByRole('button', { name: /^Import the result/ })).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Our reference'), 'Our No')
  const take = await screen.findByRole('button', { name: 'Import the result: ₹930.00 paid' })
  expect(screen.getByLabelText('Bank’s UTR').closest('details')).toHaveProperty('open', true) // to be chosen too
  await userEvent.click(take)
  await waitFor(() => expect(sent().map((body) => body.columns)).toEqual([undefined, columns, columns]))
})

test('why a result was not imported stands above the button', async () => {
  open([row(2, {})])
  await userEvent.click(screen.getByRole('button', { name: 'Import the result: ₹930.00 paid' }))
  expect((await screen.findByRole('alert')).textContent).toBe('No')
})
