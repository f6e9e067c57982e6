import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import RecordLife from './RecordLife.tsx'

const server = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  signInAs('finance')
})

const step = (change: object) => ({
  at: '2026-11-21T06:00:00.000Z',
  what: 'act',
  text: 'Deposit approved',
  by: null,
  approved_by: null,
  sending: null,
  ...change,
})
const answer = (...steps: object[]) => server.mockImplementation(async () => Response.json({ data: steps }))
const open = () => show(<RecordLife kind="deposit" id={12} />)

test('requests the history of this record, and shows its steps in the server’s order', async () => {
  answer(step({ what: 'asked', text: 'Deposit requested' }), step({ text: 'Deposit approved' }))
  open()
  const steps = await screen.findAllByRole('listitem')
  expect(steps.map((one) => one.firstElementChild?.textContent)).toEqual(['Deposit requested', 'Deposit approved'])
  expect(String(server.mock.calls[0]?.[0])).toMatch(/\/admin\/records\/deposit\/12\/life$/)
})

test.each([
  ['an admin', { by: 'Meera' }, 'Meera'],
  ['two admins', { by: 'Meera', approved_by: 'Ravi' }, 'Meera, approved by Ravi'],
  ['a mail that has left', { what: 'mail', sending: 'sent' }, 'Sent'],
  ['a mail that waits', { what: 'mail', sending: 'waiting' }, 'Waiting to be sent'],
  ['a message that failed', { what: 'sms', sending: 'failed' }, 'Could not be sent'],
])('a step of %s says so', async (_case, change, note) => {
  answer(step({ text: 'What was done', ...change }))
  open()
  within(await screen.findByRole('listitem')).getByText(note)
})

test('only a step that waits to be sent is the current one', async () => {
  answer(
    step({ text: 'Left', sending: 'sent' }),
    step({ text: 'Waits', sending: 'waiting' }),
    step({ text: 'Failed', sending: 'failed' }),
  )
  open()
  const steps = await screen.findAllByRole('listitem')
  expect(steps.map((one) => one.getAttribute('aria-current'))).toEqual([null, 'step', null])
})

test('a history that can’t be read says why, and can be retried', async () => {
  server.mockImplementation(async () => Response.json({ code: 'internal', message: 'Broken' }, { status: 500 }))
  open()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(screen.getByRole('alert').textContent).not.toBe('Retry')
  answer(step({ text: 'Deposit approved' }))
  await userEvent.click(retry)
  await screen.findByText('Deposit approved')
  expect(screen.queryByRole('alert')).toBeNull()
})
