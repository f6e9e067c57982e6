import { reportedPayment, type AdminWithdrawal, type WithdrawalStatus } from '@bittkosh/contract/withdrawals'
import type { Role } from '@bittkosh/contract/roles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { show } from '../testing/show.tsx'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import ApproveWithdrawal from './ApproveWithdrawal.tsx'
import { ReportsToDismiss } from './DismissReport.tsx'
import RejectWithdrawal from './RejectWithdrawal.tsx'
import { ReportedPayments } from './ReportedPayments.tsx'
import ReturnWithdrawal from './ReturnWithdrawal.tsx'
import { withdrawal } from './testing/withdrawal.ts'
import WithdrawalDocument from './WithdrawalDocument.tsx'

const report = {
  id: 5,
  utr: '730000000139',
  batch: 4,
  by: { id: 7, name: 'Ravi' },
  at: new Date('2026-11-21T07:48:00Z'),
}
const reported: AdminWithdrawal = { ...withdrawal, reported_payments: [report] }
const said =
  'The bank reported it as paid with UTR 730000000139. Result of batch #4, imported 21 Nov 2026, 13:18 by Ravi.'
const held = 'If it has paid, mark it as paid. The amount stays held until then, or until this report is dismissed.'

test('what the bank reported as paid is in the record and in each dialog about it', async () => {
  signInAs('finance')
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const open = { draft: 'a', onClose: vi.fn(), onDone: vi.fn() }
  const page = (
    <>
      <WithdrawalDocument withdrawal={reported} acts={{}} />
      <ApproveWithdrawal withdrawal={reported} unusualAbove={undefined} {...open} />
      <RejectWithdrawal withdrawal={reported} {...open} />
      <ReturnWithdrawal withdrawal={reported} {...open} />
    </>
  )
  showPage({ path: '/admin/withdrawals', component: () => page, address: '/admin/withdrawals' })
  const shown = () =>
    screen.getAllByText((_text, element) => element?.matches('p') === true && element.textContent === `${said} ${held}`)
  await waitFor(() => expect(shown()).toHaveLength(4))
  expect(screen.getAllByRole('button', { name: 'Dismiss the report', hidden: true })).toHaveLength(1)
})

test.each<[WithdrawalStatus, string, RegExp]>([
  ['pending', '', /without a UTR.*The amount stays held/],
  ['approved', '7300', /with UTR 7300.*whether it was paid twice/],
  ['returned', '7300', /with UTR 7300.*whether it was paid twice/],
  ['rejected', '7300', /with UTR 7300.*ask the bank to recall the payment/],
  ['cancelled', '7300', /with UTR 7300.*ask the bank to recall the payment/],
])('a report about a withdrawal that is %s says what to do', (status, utr, advice) => {
  show(<ReportedPayments withdrawal={{ ...withdrawal, status, reported_payments: [{ ...report, utr }] }} />)
  expect(screen.getByRole('alert').textContent).toMatch(advice)
})

test.each<[Role, number]>([
  ['finance', 1],
  ['support', 0],
])('%s is offered to dismiss it: %i', (role, n) => {
  signInAs(role)
  show(<ReportsToDismiss withdrawal={reported} />)
  expect(screen.queryAllByRole('button', { name: 'Dismiss the report' })).toHaveLength(n)
})

test('it is dismissed with the answer of the bank', async () => {
  signInAs('finance')
  const server = vi.fn<typeof fetch>(async () => Response.json(z.encode(reportedPayment, report)))
  vi.stubGlobal('fetch', server)
  show(<ReportsToDismiss withdrawal={reported} />)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss the report' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Dismiss the bank’s report?' }))
  await userEvent.type(dialog.getByLabelText('The bank’s answer'), 'No such payment')
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss the report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = server.mock.calls.flatMap(([address, call]) => (call?.body ? [[address, String(call.body)]] : []))
  expect(sent).toEqual([[expect.stringMatching(/\/reported-payments\/5\/dismiss$/), '{"reason":"No such payment"}']])
})
