import { listAudit } from '@bittkosh/contract/audit'
import { freezeUser } from '@bittkosh/contract/users'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { queryClient } from '../api/queries.ts'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { FreezeUser } from './FreezeUser.tsx'
import { Toasts } from '../kit/overlays/Toasts.tsx'
import { details } from './testing/details.ts'

test('a person frozen by somebody else meanwhile is not offered for release instead', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const { user } = details
  const { rerender } = show(<FreezeUser user={user} />)
  await userEvent.click(screen.getByRole('button', { name: 'Freeze' }))
  await userEvent.type(screen.getByLabelText('Reason'), 'Forged card')
  rerender(<FreezeUser user={{ ...user, frozen_at: new Date(0) }} />)
  screen.getByRole('dialog', { name: 'Freeze Asha Rao' })
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Forged card')
})

test('the reply to a freeze that was left closes no other one that is being written', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  show(
    <>
      <FreezeUser user={details.user} />
      <Toasts />
    </>,
  )
  const opened = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Freeze' }))
    return within(screen.getByRole('dialog'))
  }
  const first = await opened()
  await userEvent.type(first.getByLabelText('Reason'), 'Forged card')
  await userEvent.click(first.getByRole('button', { name: 'Freeze' }))
  await userEvent.click(first.getByRole('button', { name: 'Cancel' }))
  const second = await opened()
  await userEvent.type(second.getByLabelText('Reason'), 'Asked by the police')
  await act(async () => answer.resolve(Response.json(z.encode(freezeUser.reply, details.user))))
  await screen.findByText('Asha Rao is frozen')
  expect(second.getByLabelText<HTMLInputElement>('Reason').value).toBe('Asked by the police')
})

test.each([
  ['Freeze', null],
  ['Unfreeze', new Date(0)],
])('%s is in the audit trail at once', async (name, frozenAt) => {
  queryClient.setQueryData([listAudit.path], {})
  vi.stubGlobal('fetch', async () => Response.json(z.encode(freezeUser.reply, details.user)))
  show(<FreezeUser user={{ ...details.user, frozen_at: frozenAt }} />)
  await userEvent.click(screen.getByRole('button', { name }))
  const dialog = within(screen.getByRole('dialog'))
  const reason = dialog.queryByLabelText('Reason')
  if (reason) await userEvent.type(reason, 'Forged card')
  await userEvent.click(dialog.getByRole('button', { name }))
  await waitFor(() => expect(queryClient.getQueryState([listAudit.path])?.isInvalidated).toBe(true))
})

test('the reason for a freeze is there again after a reload, until it is discarded', async () => {
  signInAs('owner')
  const opened = async () => {
    cleanup()
    show(<FreezeUser user={details.user} />)
    await userEvent.click(screen.getByRole('button', { name: 'Freeze' }))
    return screen.getByLabelText<HTMLInputElement>('Reason')
  }
  await userEvent.type(await opened(), 'Forged card')
  const kept = await opened()
  expect(kept.value).toBe('Forged card')
  await userEvent.type(kept, '!')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect((await opened()).value).toBe('')
})
