import { releasedContact } from '@bittkosh/contract/contact'
import type { UserDetails } from '@bittkosh/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { details } from './testing/details.ts'
import { UserOverview } from './UserOverview.tsx'

const approved: UserDetails['user']['govt_ids'][number] = {
  id: 1,
  type: 'pan',
  type_label: 'PAN',
  status: 'approved',
  submitted_at: new Date(0),
  id_number: 'XXXXX1234X',
  rejection_reason: null,
  urls: [],
  consent: null,
}
const person: UserDetails = { ...details, user: { ...details.user, govt_ids: [approved] } }
const open = (shown: UserDetails) => showPage({ path: '/', component: () => <UserOverview details={shown} /> })
const takeBack = () => screen.queryByRole('button', { name: 'Revoke the approval' })

test('a phone number that the account has lost is not shown', async () => {
  signInAs('support')
  open({ ...person, user: { ...person.user, phone: releasedContact(7) } })
  expect(await screen.findByText(person.user.email)).toBeDefined()
  expect(screen.queryByText('Phone')).toBeNull()
})

test.each([
  ['owner', true],
  ['kyc', true],
  ['finance', false],
  ['support', false],
] as const)('for %s, revoking an approval is offered: %s', async (role, offered) => {
  signInAs(role)
  open(person)
  await screen.findByText('Wallet balance')
  expect(takeBack() !== null).toBe(offered)
})

test.each([
  ['kyc', true],
  ['support', false],
] as const)('%s opens the number and the photos of a decided document: %s', async (role, allowed) => {
  signInAs(role)
  const withPhotos = { ...approved, urls: ['/uploads/front', '/uploads/back'] }
  const hidden = { ...approved, id_number: null } // as the server sends it to an admin who may not see it
  open({ ...person, user: { ...person.user, govt_ids: [allowed ? withPhotos : hidden] } })
  await screen.findByText('Wallet balance')
  expect(screen.queryByRole('button', { name: 'Show in full' }) !== null).toBe(allowed)
  const photos = screen.queryByRole('button', { name: 'Show the photos' })
  expect(photos !== null).toBe(allowed)
  if (!photos) return
  await userEvent.click(photos)
  expect(await screen.findByRole('img', { name: 'PAN Card, Front' })).toBeDefined()
})

test('revoking names the submission that the admin sees, and keeps the reason until it is done', async () => {
  const server = vi.fn<typeof fetch>(async () =>
    Response.json({ message: 'No', code: 'changed_meanwhile' }, { status: 409 }),
  )
  vi.stubGlobal('fetch', server)
  signInAs('kyc')
  open({ ...person, user: { ...person.user, govt_ids: [{ ...approved, id: 41 }] } })
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke the approval' }))
    return within(await screen.findByRole('dialog'))
  }
  const reason = 'Reason, as the user will read it'
  await userEvent.type((await ask()).getByLabelText(reason), 'Forged card')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const dialog = await ask()
  expect(dialog.getByLabelText(reason)).toHaveProperty('value', 'Forged card')
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(server).toHaveBeenCalled())
  expect(JSON.parse(String(server.mock.calls[0]?.[1]?.body))).toEqual({
    id_index: 0,
    kyc_id: 41,
    reason: 'Forged card',
  })
})
