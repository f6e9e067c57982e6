import { amount } from '@bittkosh/contract/amounts'
import { endpoint } from '@bittkosh/contract/endpoint'
import { text } from '@bittkosh/contract/shapes'
import { i18n } from '@lingui/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { wireNumber } from '../kit/forms/amountText.ts'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { language } from '../kit/device/language.ts'
import { Submit } from '../kit/forms/Submit.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { show } from '../testing/show.tsx'
import { useForm } from './useForm.ts'
import { loadWords } from './words.ts'

const pay = endpoint({
  name: 'pay',
  method: 'POST',
  path: '/pay',
  who: 'user',
  summary: 'For this test',
  idempotent: true,
  body: z.object({ amount, to: z.object({ upi_id: text({ max: 50, missing: 'code_missing' }) }) }),
  reply: z.object({ id: z.int() }),
})

function PayForm({ onDone }: { onDone: (id: number) => void }) {
  const form = useForm({
    endpoint: pay,
    initial: { amount: '', upi: '' },
    body: (typed) => ({ amount: wireNumber(typed.amount), to: { upi_id: typed.upi } }),
    fallback: 'Failed to process withdrawal request',
    onDone: (reply) => onDone(reply.id),
  })
  return (
    <form {...form.props}>
      <Field label="Amount" error={form.errors.amount}>
        <AmountInput {...form.bind('amount')} />
      </Field>
      <Field label="UPI ID" error={form.errors['to.upi_id']}>
        <TextInput {...form.bind('upi')} />
      </Field>
      <Submit form={form}>Pay</Submit>
    </form>
  )
}

const server = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', server))

const press = () => userEvent.click(screen.getByRole('button', { name: /Pay/ }))
const keyOf = (attempt: number) => new Headers(server.mock.calls[attempt]?.[1]?.headers).get('idempotency-key')

async function fillIn() {
  await userEvent.type(screen.getByLabelText('Amount'), '1500')
  await userEvent.type(screen.getByLabelText('UPI ID'), 'asha@upi')
}

test("the contract's own sentences are shown at the fields before anything is sent", async () => {
  show(<PayForm onDone={() => {}} />)
  await press()
  expect(await screen.findByText('Amount is required')).toBeTruthy()
  expect(screen.getByLabelText('Amount').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Enter the code')).toBeTruthy()
  expect(server).not.toHaveBeenCalled()
})

function refused(field: string) {
  const body = {
    message: 'Insufficient balance',
    code: 'insufficient_balance',
    errors: { [field]: 'Insufficient balance' },
  }
  server.mockResolvedValueOnce(new Response(JSON.stringify(body), { status: 422 }))
}

test('a refusal is shown once, at its field, which gets the focus and keeps what was typed', async () => {
  refused('amount')
  show(<PayForm onDone={() => {}} />)
  await fillIn()
  await press()
  expect(screen.getAllByText('Insufficient balance')).toHaveLength(1)
  const amount = screen.getByLabelText<HTMLInputElement>('Amount')
  expect(amount.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(amount)
  expect(amount.value).toBe('1,500')
})

test('a refusal of a field that the form does not have is right above the button, focused, each time', async () => {
  show(<PayForm onDone={() => {}} />)
  await fillIn()
  for (let attempt = 0; attempt < 2; attempt++) {
    refused('plan_id')
    await press()
    expect(screen.getAllByText('Insufficient balance')).toHaveLength(1)
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('Insufficient balance')
    expect(document.activeElement).toBe(alert)
    expect(alert.nextElementSibling).toBe(screen.getByRole('button', { name: 'Pay' }))
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('1,500')
  }
})

test('a lost connection shows the fallback; the same values repeat the attempt, an edit starts a new one', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  show(<PayForm onDone={() => {}} />)
  await fillIn()
  await press()
  expect(screen.getByText('Failed to process withdrawal request')).toBeTruthy()
  await press()
  await userEvent.type(screen.getByLabelText('Amount'), '0')
  await press()
  expect(keyOf(0)).toBeTruthy()
  expect(keyOf(1)).toBe(keyOf(0))
  expect(keyOf(2)).not.toBe(keyOf(0))
})

const leave = endpoint({
  ...pay,
  name: 'leave',
  path: '/leave',
  idempotent: false,
  body: z.object({ note: z.string() }),
})

/** Its call is not idempotent: a repeat may be refused because of what the first attempt has done. */
function LeaveForm() {
  const form = useForm({
    endpoint: leave,
    initial: { note: '' },
    body: (typed) => typed,
    fallback: 'Failed to leave',
    onDone: () => form.reset(),
  })
  return (
    <form {...form.props}>
      <Field label="Note" error={form.errors.note}>
        <TextInput {...form.bind('note')} />
      </Field>
      <Submit form={form} ifUnanswered="You may have left: look.">
        Pay
      </Submit>
    </form>
  )
}

test('after a lost reply, a call with a key says that a repeat is safe, and any other says what to do', async () => {
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  show(<PayForm onDone={() => {}} />)
  await fillIn()
  await press()
  await screen.findByText(/^We got no response, so this may have gone through\./)
  cleanup()

  const mayHaveLeft = () => screen.queryByText('You may have left: look.') !== null
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  show(<LeaveForm />)
  expect(mayHaveLeft()).toBe(false)
  await press()
  await screen.findByText('Failed to leave')
  expect(mayHaveLeft()).toBe(true)
  await userEvent.type(screen.getByLabelText('Note'), 'Bye')
  server.mockResolvedValueOnce(Response.json({ message: 'You have left.', code: 'gone' }, { status: 409 }))
  await press()
  await screen.findByText('You have left.')
  expect(mayHaveLeft()).toBe(true)
  server.mockResolvedValueOnce(Response.json({ id: 12 }))
  await press()
  await waitFor(() => expect(mayHaveLeft()).toBe(false))
})

test('success passes on the decoded reply', async () => {
  server.mockResolvedValueOnce(new Response('{"id":12}', { status: 200 }))
  const onDone = vi.fn()
  show(<PayForm onDone={onDone} />)
  await fillIn()
  await press()
  expect(onDone).toHaveBeenCalledWith(12)
})

describe('for a Hindi reader', () => {
  beforeEach(async () => {
    i18n.loadAndActivate({ locale: 'hi', messages: {} })
    language.set('hi')
    await loadWords()
  })
  afterEach(() => language.set('en'))

  test('a refusal shows its figures in Hindi, at its field', async () => {
    const said = { code: 'below_minimum', params: { of: 'withdrawal', minimum: 500 } }
    const message = 'The smallest withdrawal is ₹500.00.'
    const body = { message, ...said, errors: { amount: message }, complaints: { amount: said } }
    server.mockResolvedValueOnce(new Response(JSON.stringify(body), { status: 422 }))
    show(<PayForm onDone={() => {}} />)
    await fillIn()
    await press()
    expect(screen.getAllByText('सबसे छोटी निकासी ₹500.00 है।')).toHaveLength(1)
    expect(screen.queryByText(message)).toBeNull()
  })

  test('a refusal without a field is in the banner in Hindi', async () => {
    const body = {
      message:
        'Withdrawals are paused until 21 Nov 2026, 10:42 because the password, e-mail address or phone number was changed.',
      code: 'withdrawals_paused',
      params: { until: '2026-11-21T05:12:00.000Z' },
    }
    server.mockResolvedValueOnce(new Response(JSON.stringify(body), { status: 422 }))
    show(<PayForm onDone={() => {}} />)
    await fillIn()
    await press()
    const banner = 'पासवर्ड, ई-मेल पता या फ़ोन नंबर बदलने के कारण निकासी 21 नव॰ 2026, 10:42 तक रुकी है।'
    expect(screen.getByRole('alert').textContent).toBe(banner)
  })

  test('an error at a field of another version of the form is in the banner in Hindi', async () => {
    const body = {
      message: 'Use at most 50 characters',
      code: 'invalid',
      errors: { note: 'Use at most 50 characters' },
      complaints: { note: { code: 'too_long', params: { max: 50 } } },
    }
    server.mockResolvedValueOnce(new Response(JSON.stringify(body), { status: 422 }))
    show(<PayForm onDone={() => {}} />)
    await fillIn()
    await press()
    expect(screen.getByRole('alert').textContent).toBe('अधिकतम 50 अक्षर लिखें')
  })

  test('a refusal by a server newer than the page is shown in its English', async () => {
    const body = { message: 'This is new.', code: 'from_tomorrow' }
    server.mockResolvedValueOnce(new Response(JSON.stringify(body), { status: 422 }))
    show(<PayForm onDone={() => {}} />)
    await fillIn()
    await press()
    expect(screen.getByRole('alert').textContent).toBe('This is new.')
  })

  test("the contract's own sentences are Hindi before anything is sent", async () => {
    show(<PayForm onDone={() => {}} />)
    await userEvent.type(screen.getByLabelText('UPI ID'), 'x'.repeat(51))
    await press()
    expect(await screen.findByText('रकम ज़रूरी है')).toBeTruthy()
    expect(screen.getByText('अधिकतम 50 अक्षर लिखें')).toBeTruthy()
    expect(server).not.toHaveBeenCalled()
  })
})
