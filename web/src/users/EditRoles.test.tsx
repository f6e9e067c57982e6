import type { TeamMember } from '@bittkosh/contract/team'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dismissSent } from '../kit/overlays/sentForApproval.ts'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { EditRoles } from './EditRoles.tsx'

const meera: TeamMember = {
  id: 1,
  name: 'Meera',
  email: 'meera@example.in',
  phone: '+919812345678',
  role: 'admin',
  roles: ['owner'],
  is_active: true,
  second_factor: false,
  last_sign_in_at: null,
  updated_at: null,
}
const message = 'One active owner must remain. Make another admin an owner first.'

test('the last owner who gives up that role reads beside the roles that one must remain, and the choice stays', async () => {
  signInAs('owner')
  const server = vi.fn<typeof fetch>(async () =>
    Response.json({ message, code: 'last_owner', errors: { roles: message } }, { status: 422 }),
  )
  vi.stubGlobal('fetch', server)
  const onClose = vi.fn()
  show(<EditRoles admin={meera} onClose={onClose} />)
  await userEvent.click(screen.getByRole('checkbox', { name: /^Owner/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /^Finance/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(screen.getByRole('group', { name: 'Roles' }).textContent).toContain(message))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Owner/ }).checked).toBe(false)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Finance/ }).checked).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  const writes = server.mock.calls.filter(([, call]) => call?.method === 'PUT')
  expect(writes.map(([, call]) => JSON.parse(String(call?.body)).roles)).toEqual([['finance']])
})

test('a change of roles that another admin must approve leaves no form open', async () => {
  signInAs('owner')
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 202 }))
  const onClose = vi.fn()
  show(<EditRoles admin={meera} onClose={onClose} />)
  await userEvent.click(screen.getByRole('checkbox', { name: /^Finance/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  dismissSent() // the announcement, which the panel's frame shows
})
