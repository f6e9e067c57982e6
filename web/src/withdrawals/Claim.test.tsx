import type { Role } from '@bittkosh/contract/roles'
import type { AdminWithdrawal } from '@bittkosh/contract/withdrawals'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { ClaimBanner } from './Claim.tsx'

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
  await waitFor(() => expect(server).toHaveBeenCalled())
  expect(JSON.parse(String(server.mock.calls[0]?.[1]?.body))).toEqual({ take_over_from: 7 })
})

test.each<[Role, string, number, string | null]>([
  ['finance', 'Meera', 1, 'Release'],
  ['finance', 'Asha', 7, 'Take over'],
  ['support', 'Asha', 7, null],
  ['viewer', 'Asha', 7, null],
])('%s reads that %s pays it, and may: %3$s', (role, name, id, act) => {
  signInAs(role)
  show(<ClaimBanner withdrawal={heldBy(id, name)} />)
  screen.getByText(id === 1 ? 'You are paying this' : `${name} is paying this`)
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(act === null ? [] : [act])
})
