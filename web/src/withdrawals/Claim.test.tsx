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
import { signInAs } from '../testing/signInAs.ts'
import { ClaimBanner, StartPaying } from './Claim.tsx'
import { withdrawal } from './testing/withdrawal.ts'

const server = vi.fn<typeof fetch>(async () => Response.json({ message: 'No', code: 'claimed' }, { status: 409 }))
const heldBy = (id: number, name: string) =>
  ({ id: 12, being_paid: true, claimed_by: { id, name }, claimed_at: new Date(0) }) as AdminWithdrawal

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
