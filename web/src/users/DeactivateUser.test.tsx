import { listAudit } from '@bittkosh/contract/audit'
import { toggleUser } from '@bittkosh/contract/users'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '../api/queries.ts'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import DeactivateUser from './DeactivateUser.tsx'
import DeleteUser from './DeleteUser.tsx'
import { details } from './testing/details.ts'

test('it requests the inactive state explicitly, so that nobody who is already inactive is reactivated', async () => {
  const server = vi.fn<typeof fetch>(async () => Response.json({ message: 'No', code: 'last_owner' }, { status: 409 }))
  vi.stubGlobal('fetch', server)
  show(<DeactivateUser user={{ id: 7, name: 'Asha Rao' }} onClose={vi.fn()} />)
  await userEvent.selectOptions(screen.getByLabelText('Kind of reason'), 'Suspected fraud')
  await userEvent.type(screen.getByLabelText('Reason'), 'Forged card')
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }))
  await waitFor(() => expect(server).toHaveBeenCalled())
  const [address, sent] = server.mock.calls[0] ?? []
  expect(address).toBe('/api/users/7/toggle-status')
  expect(JSON.parse(String(sent?.body))).toEqual({ is_active: false, reason: 'Forged card', reason_kind: 'fraud' })
})

test('the audit trail shows it at once', async () => {
  queryClient.setQueryData([listAudit.path], {})
  const inactive = { ...details.user, is_active: false }
  vi.stubGlobal('fetch', async () => Response.json(z.encode(toggleUser.reply, inactive)))
  show(<DeactivateUser user={details.user} onClose={vi.fn()} />)
  await userEvent.selectOptions(screen.getByLabelText('Kind of reason'), 'Suspected fraud')
  await userEvent.type(screen.getByLabelText('Reason'), 'Forged card')
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }))
  await waitFor(() => expect(queryClient.getQueryState([listAudit.path])?.isInvalidated).toBe(true))
})

test.each([
  ['deactivate', DeactivateUser],
  ['delete', DeleteUser],
])('the reason to %s somebody is there again after a reload, until it is discarded', async (_act, Dialog) => {
  signInAs('owner')
  const opened = () => {
    cleanup()
    show(<Dialog user={details.user} onClose={vi.fn()} />)
    return [
      screen.getByLabelText<HTMLSelectElement>('Kind of reason'),
      screen.getByLabelText<HTMLInputElement>('Reason'),
    ] as const
  }
  const [kind, reason] = opened()
  await userEvent.selectOptions(kind, 'Suspected fraud')
  await userEvent.type(reason, 'Forged card')
  const kept = opened()
  expect(kept.map(({ value }) => value)).toEqual(['fraud', 'Forged card'])
  await userEvent.type(kept[1], '!')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(opened().map(({ value }) => value)).toEqual(['', ''])
})
