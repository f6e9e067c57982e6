import { listAudit } from '@bittkosh/contract/audit'
import { recordLife } from '@bittkosh/contract/life'
import type { Role } from '@bittkosh/contract/roles'
import { type AdminWithdrawal, adminWithdrawal, listWithdrawals } from '@bittkosh/contract/withdrawals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '../api/queries.ts'
import { openProposals } from '../testing/proposal.ts'
import { show } from '../testing/show.tsx'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import ApproveWithdrawal from './ApproveWithdrawal.tsx'
import { ClaimBanner, StartPaying } from './Claim.tsx'
import RejectWithdrawal from './RejectWithdrawal.tsx'
import { withdrawal } from './testing/withdrawal.ts'
import WithdrawalDocument from './WithdrawalDocument.tsx'

const server = vi.fn<typeof fetch>(async () => Response.json({ message: 'No', code: 'claimed' }, { status: 409 }))
const heldBy = (id: number, name: string) =>
  ({
    ...withdrawal,
    being_paid: true,
    claimed_by: { id, name },
    claimed_at: new Date(0),
  }) satisfies AdminWithdrawal

test('it is taken over from the holder named in the confirm dialog, not from one who has claimed it since', async () => {
  signInAs('finance')
  vi.stubGlobal('fetch', server)
  const { rerender } = show(<ClaimBanner withdrawal={heldBy(7, 'Asha')} />)
  await userEvent.click(screen.getByRole('button', { name: 'Take over' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take over from Asha?' }))
  rerender(<ClaimBanner withdrawal={heldBy(8, 'Ravi')} />)
  screen.getByText('Ravi is paying this')
  await userEvent.click(dialog.getByRole('button', { name: 'Take over from Asha' }))
  const sent = () => server.mock.calls.flatMap(([, call]) => call?.body ?? [])
  await waitFor(() => expect(sent().map(String)).toEqual(['{"take_over_from":7}']))
})

test.each<[Role, string, string[], number]>([
  ['finance', 'Meera', ['Release'], 1],
  ['finance', 'Asha', ['Take over'], 7],
  ['support', 'Asha', [], 7],
  ['viewer', 'Asha', [], 7],
])('%s reads that %s is paying it, and is offered: %j', (role, name, acts, id) => {
  signInAs(role)
  show(<ClaimBanner withdrawal={heldBy(id, name)} />)
  screen.getByText(id === 1 ? 'You are paying this' : `${name} is paying this`)
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(acts)
})

test.each([1, 7])('while it is proposed to be paid, admin 1 cannot take it from %i', async (holder) => {
  signInAs('finance')
  const proposals = openProposals({ act: 'withdrawal approved', record: { kind: 'withdrawal', id: 12, name: null } })
  vi.stubGlobal('fetch', async () => Response.json(proposals))
  show(<ClaimBanner withdrawal={heldBy(holder, 'Meera')} />)
  await screen.findByText(/^It can’t be released, taken over or rejected until the proposal is decided or withdrawn/)
  expect(screen.queryByRole('button')).toBeNull()
  queryClient.clear()
})

test('once somebody begins to pay, the record’s history and audit trail are refetched', async () => {
  signInAs('finance')
  const shown = [recordLife.path, listAudit.path]
  for (const path of shown) queryClient.setQueryData([path], {})
  vi.stubGlobal('fetch', async () => Response.json(z.encode(adminWithdrawal, withdrawal)))
  show(<StartPaying withdrawal={withdrawal} />)
  await userEvent.click(screen.getByRole('button', { name: 'Start paying' }))
  for (const path of shown) await waitFor(() => expect(queryClient.getQueryState([path])?.isInvalidated).toBe(true))
})

test('why somebody cannot begin to pay stands by the button, and the queue shows who does', async () => {
  signInAs('finance')
  queryClient.setQueryData([listWithdrawals.path], {})
  const message = 'Meera is already paying this.'
  vi.stubGlobal('fetch', async () => Response.json({ code: 'already_claimed_by', message }, { status: 409 }))
  show(<StartPaying withdrawal={withdrawal} />)
  await userEvent.click(screen.getByRole('button', { name: 'Start paying' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  await waitFor(() => expect(queryClient.getQueryState([listWithdrawals.path])?.isInvalidated).toBe(true))
})

const downloaded = { by: { id: 7, name: 'Asha' }, at: new Date('2026-11-21T07:48:00Z') }
test.each([
  ['without a file', { downloaded: null, is_with_bank: false }, 'Batch #4: its file was not downloaded yet.', 1],
  [
    'whose file was downloaded',
    { downloaded, is_with_bank: false },
    'Batch #4: its file was downloaded 21 Nov 2026, 13:18 by Asha, and the bank may pay it. Take it out of the batch only if the bank has no file that contains it.',
    0,
  ],
  [
    'which the bank has',
    { downloaded, is_with_bank: true },
    'Batch #4: the bank has this payout and may still pay it. Its next result settles it; if it has paid, mark it as paid.',
    0,
  ],
])(
  'one in a batch %s says so in its record, in each dialog, and is released there: %#',
  async (_which, state, said, n) => {
    signInAs('finance')
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const claim = { being_paid: true, claimed_by: { id: 1, name: 'Meera' }, claimed_at: new Date(0) }
    const batched: AdminWithdrawal = { ...withdrawal, ...claim, open_batch: { id: 4, ...state } }
    const open = { draft: 'a', onClose: vi.fn(), onDone: vi.fn() }
    const page = (
      <>
        <WithdrawalDocument withdrawal={batched} acts={{}} />
        <ApproveWithdrawal withdrawal={batched} unusualAbove={undefined} {...open} />
        <RejectWithdrawal withdrawal={batched} {...open} />
      </>
    )
    showPage({ path: '/admin/withdrawals', component: () => page, address: '/admin/withdrawals' })
    const shown = () =>
      screen.getAllByText((_text, element) => element?.matches('p') === true && element.textContent === said)
    await waitFor(() => expect(shown()).toHaveLength(3))
    const release = screen.queryAllByRole('button', { name: 'Release', hidden: true })
    expect(release).toHaveLength(n)
  },
)

test.each<[string, number, string]>([
  ['Release', 1, 'Release this withdrawal?'],
  ['Take over', 7, 'Take over from Asha?'],
])('the question of %s names the batch', async (label, id, title) => {
  signInAs('finance')
  const batched = { ...heldBy(id, 'Asha'), open_batch: { id: 4, downloaded: null, is_with_bank: false } }
  const page = <ClaimBanner withdrawal={batched} />
  showPage({ path: '/admin/withdrawals', component: () => page, address: '/admin/withdrawals' })
  await userEvent.click(await screen.findByRole('button', { name: label }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  dialog.getByRole('link', { name: 'Batch #4' })
})
