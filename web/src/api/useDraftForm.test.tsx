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

function PayForm({ first = '' }: { first?: string }) {
  const form = useDraftForm({
    draft: 'pay',
    endpoint: pay,
    initial: { amount: first },
    body: (typed) => ({ amount: wireNumber(typed.amount) }),
    fallback: 'Failed to pay',
  })
  return (
    <form {...form.props}>
      <Field label="Amount" error={form.errors.amount}>
        <AmountInput {...form.bind('amount')} />
      </Field>
      <Submit form={form}>Pay</Submit>
    </form>
  )
}

const server = vi.fn<typeof fetch>()
const keys = () => server.mock.calls.map(([, call]) => new Headers(call?.headers).get('idempotency-key'))
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft'))

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'user' })
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
