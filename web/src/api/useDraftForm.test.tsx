import { amount } from '@bittkosh/contract/amounts'
import { endpoint } from '@bittkosh/contract/endpoint'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { wireNumber } from '../kit/forms/amountText.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { show } from '../testing/show.tsx'
import { forgetDrafts } from './forgetDrafts.ts'
import { session } from './session.ts'
import { useDraftForm } from './useDraftForm.ts'

const pay = endpoint({
  name: 'pay',
  method: 'POST',
  path: '/pay',
  who: 'user',
  summary: 'For this test',
  idempotent: true,
  body: z.object({ amount }),
  reply: z.object({ id: z.int() }),
})

/** Its body depends on a rate besides what is typed. */
function PayForm({ first = '', rate = 1 }: { first?: string; rate?: number }) {
  const form = useDraftForm({
    draft: 'pay',
    endpoint: pay,
    initial: { amount: first },
    body: (typed) => ({ amount: wireNumber(typed.amount) * rate }),
    fallback: 'Failed to pay',
  })
  return (
    <form {...form.props}>
      <Field label="Amount" error={form.errors.amount}>
        <AmountInput {...form.bind('amount')} />
      </Field>
      <Submit form={form} money>
        Pay
      </Submit>
    </form>
  )
}

const server = vi.fn<typeof fetch>()
const keys = () => server.mock.calls.map(([, call]) => new Headers(call?.headers).get('idempotency-key'))
const bodies = () => server.mock.calls.map(([, call]) => JSON.parse(String(call?.body)))
const mayBeDone = () => screen.queryByText(/^We got no response, so this may have gone through\./) !== null
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft'))

const signIn = () =>
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  signIn()
})

async function press() {
  const before = server.mock.calls.length
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }))
  await waitFor(() => expect(server.mock.calls).toHaveLength(before + 1))
}

test.each([
  ['what was typed', '', '1500'],
  ['what the form began with', '1500', ''],
])('a page that is closed while its call runs repeats the same attempt: %s', async (_what, first, typed) => {
  server.mockReturnValue(new Promise(() => {})) // no reply ever comes
  show(<PayForm first={first} />)
  if (typed) await userEvent.type(screen.getByLabelText('Amount'), typed)
  await press()
  cleanup()
  show(<PayForm first={first} />)
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '1,500')
  await press()
  expect(keys()[0]).toBeTruthy()
  expect(keys()[1]).toBe(keys()[0])
  cleanup()
  show(<PayForm first={first} />) // looked at, and left again
  cleanup()
  show(<PayForm first={first} />)
  await press()
  expect(keys()[2]).toBe(keys()[0])
})

test('what waits for another admin stays, as a new attempt: they may decline it', async () => {
  server.mockImplementation(async () => Response.json({}, { status: 202 }))
  show(<PayForm />)
  await userEvent.type(screen.getByLabelText('Amount'), '1500')
  await press()
  await waitFor(() => expect(localStorage.getItem('draft 1 pay')).toContain('"attempt":null'))
  cleanup()
  show(<PayForm />)
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '1,500')
  await press()
  expect(keys()[1]).not.toBe(keys()[0])
})

test('what was sent is deleted, even if the page was left before the reply', async () => {
  const answer = Promise.withResolvers<Response>()
  server.mockReturnValue(answer.promise)
  show(<PayForm />)
  await userEvent.type(screen.getByLabelText('Amount'), '1500')
  await press()
  expect(drafts()).toEqual(['draft 1 pay'])
  cleanup()
  answer.resolve(Response.json({ id: 12 }))
  await waitFor(() => expect(drafts()).toEqual([]))
})

const lose = () => server.mockRejectedValueOnce(new TypeError('the connection broke'))
const refuse = (status: number, code: string) =>
  server.mockResolvedValueOnce(Response.json({ message: `No: ${code}`, code }, { status }))

/** Sends what the field contains; resolves once the reply, or its loss, is shown. */
async function send(said: string) {
  await press()
  await screen.findByText(said)
}

test('an attempt without a reply is repeated as it was sent, whatever its body would be by now', async () => {
  lose()
  show(<PayForm rate={90} />)
  await userEvent.type(screen.getByLabelText('Amount'), '100')
  expect(mayBeDone()).toBe(false)
  await send('Failed to pay')
  cleanup()
  show(<PayForm rate={91} />)
  expect(mayBeDone()).toBe(true)
  lose()
  await send('Failed to pay')
  expect(bodies()).toEqual([{ amount: 9000 }, { amount: 9000 }])
  await userEvent.type(screen.getByLabelText('Amount'), '0')
  expect(mayBeDone()).toBe(false)
  await userEvent.type(screen.getByLabelText('Amount'), '{Backspace}')
  expect(mayBeDone()).toBe(true)
  await userEvent.type(screen.getByLabelText('Amount'), '0')
  lose()
  await send('Failed to pay')
  expect(bodies()[2]).toEqual({ amount: 91_000 })
  const [first, second, third] = keys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test.each([
  ['a refusal by a rule', 422, 'insufficient_balance'],
  ['too many calls', 429, 'too_many_requests'],
])('after %s nothing is unanswered, and the body is a new one', async (_what, status, code) => {
  refuse(status, code)
  show(<PayForm rate={90} />)
  await userEvent.type(screen.getByLabelText('Amount'), '100')
  await send(`No: ${code}`)
  cleanup()
  show(<PayForm rate={91} />)
  expect(mayBeDone()).toBe(false)
  lose()
  await send('Failed to pay')
  expect(bodies()).toEqual([{ amount: 9000 }, { amount: 9100 }])
})

test.each([
  ['a refusal by a rule', 409, 'terms_moved', false],
  ['too many calls', 429, 'too_many_requests', true],
  ['a doubted date', 409, 'date_doubted', true],
])('whether %s leaves an earlier attempt unanswered', async (_what, status, code, left) => {
  lose()
  show(<PayForm rate={90} />)
  await userEvent.type(screen.getByLabelText('Amount'), '100')
  await send('Failed to pay')
  refuse(status, code)
  await send(`No: ${code}`)
  expect(mayBeDone()).toBe(left)
  cleanup()
  show(<PayForm rate={91} />)
  expect(mayBeDone()).toBe(left)
  lose()
  await send('Failed to pay')
  expect(keys()[2] === keys()[0]).toBe(left)
  expect(bodies()[2]).toEqual({ amount: left ? 9000 : 9100 })
})

test('a session that had ended before the call leaves what was typed, and nothing unanswered', async () => {
  refuse(401, 'unauthorized')
  show(<PayForm />)
  await userEvent.type(screen.getByLabelText('Amount'), '1500')
  await send('No: unauthorized')
  cleanup()
  signIn()
  show(<PayForm />)
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '1,500')
  expect(mayBeDone()).toBe(false)
})

test('a refusal that arrives after a sign-out restores no draft', async () => {
  const answer = Promise.withResolvers<Response>()
  server.mockReturnValue(answer.promise)
  show(<PayForm />)
  await userEvent.type(screen.getByLabelText('Amount'), '1500')
  await press()
  forgetDrafts()
  session.end()
  answer.resolve(Response.json({ message: 'Please sign in again.', code: 'unauthorized' }, { status: 401 }))
  await screen.findByText('Please sign in again.')
  expect(drafts()).toEqual([])
})
