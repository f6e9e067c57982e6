import { endpoint } from '@bittkosh/contract/endpoint'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { FreshCodeDialog } from '../kit/overlays/FreshCodeDialog.tsx'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { call } from './client.ts'
import { session } from './session.ts'

const change = endpoint({
  name: 'change',
  method: 'POST',
  path: '/things',
  who: 'admin',
  permission: 'methods.edit',
  freshCode: 'always',
  fourEyes: 'never',
  summary: 'For this test',
  body: z.object({ payee: z.string() }),
})
const server = vi.fn<typeof fetch>()
const codes = () => server.mock.calls.map(([, sent]) => new Headers(sent?.headers).get('x-second-factor'))

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockImplementation(async (_address, sent) =>
    new Headers(sent?.headers).has('x-second-factor')
      ? new Response(null, { status: 204 })
      : Response.json({ code: 'fresh_code_required', message: 'A code is needed.' }, { status: 403 }),
  )
})

async function pressed() {
  signInAs('owner')
  show(<FreshCodeDialog />)
  const outcome = call(change, { body: { payee: 'asha@okhdfc' } }).then(
    () => 'sent',
    ({ code }) => String(code),
  )
  await screen.findByRole('dialog', { name: "Confirm it's you" })
  return outcome
}
const typeCode = () => userEvent.type(screen.getByLabelText('Code from your authenticator app'), '123456{Enter}')

test('a typed code sends the pending call', async () => {
  const outcome = pressed()
  await waitFor(() => screen.getByRole('dialog'))
  await typeCode()
  expect(await outcome).toBe('sent')
  expect(codes()).toEqual([null, '123456'])
})

test('a call pending before another sign-in is never sent in the new person’s name', async () => {
  const outcome = pressed()
  await waitFor(() => screen.getByRole('dialog'))
  act(() => session.end('server'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await outcome).toBe('fresh_code_required')
  act(() => signInAs('owner'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(codes()).toEqual([null])
})
