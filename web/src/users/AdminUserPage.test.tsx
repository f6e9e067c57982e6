import { userDetails } from '@bittkosh/contract/users'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { useToasts } from '../kit/overlays/toast.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminUserPage from './AdminUserPage.tsx'
import { details } from './testing/details.ts'

test.each([
  ['whoever waits for it is led to the list', null, '/admin/users'],
  ['whoever has gone on meanwhile is left there', '/admin/withdrawals', '/admin/withdrawals'],
])('a user is deleted, and %s', async (_who, meanwhile, end) => {
  const deleted = Promise.withResolvers<Response>()
  const server = vi.fn((address: string, { method }: RequestInit) => {
    if (method === 'DELETE') return deleted.promise
    if (!address.endsWith('/details')) return new Promise(() => {})
    return Promise.resolve(Response.json(z.encode(userDetails.reply, details)))
  })
  vi.stubGlobal('fetch', server)
  signInAs('owner')
  const router = showPage({ path: '/admin/users/$id', component: AdminUserPage, address: '/admin/users/7' })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText('Kind of reason'), 'Suspected fraud')
  await userEvent.type(dialog.getByLabelText('Reason'), 'Forged card')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.mock.calls.some(([, { method }]) => method === 'DELETE')).toBe(true))
  const { result: toasts } = renderHook(useToasts)
  if (meanwhile) act(() => router.history.push(meanwhile))
  deleted.resolve(new Response(null, { status: 204 }))
  await waitFor(() => expect(toasts.current.map(({ message }) => message)).toContain('Asha Rao was deleted'))
  await waitFor(() => expect(router.history.location.pathname).toBe(end))
})
