import { answerConversation } from '@bittkosh/contract/inbox'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { show } from '../testing/show.tsx'
import { useMessage } from './useMessage.ts'

const server = vi.fn<(address: string, call: RequestInit) => Promise<Response>>()
const keys = () => server.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))

beforeEach(() => {
  session.begin('secret', { id: 1, name: 'Asha', email: 'asha@example.in', phone: '+919812345678', role: 'admin' })
  vi.stubGlobal('fetch', server)
  vi.spyOn(console, 'error').mockReturnValue()
})

function Answer({ seen }: { seen: number }) {
  const { text, setText, running, unanswered, props } = useMessage({
    endpoint: answerConversation,
    input: (typed) => ({ params: { id: 4 }, body: { text: typed, seen } }),
    attemptOf: ({ body }) => body.text,
    draft: 'inbox 4',
    onSent: () => {},
  })
  return (
    <form {...props}>
      <input aria-label="Answer" value={text} onChange={(event) => setText(event.target.value)} />
      {unanswered && <p>It may have been sent</p>}
      <button disabled={running}>Send</button>
    </form>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Answer')
async function send() {
  const before = server.mock.calls.length
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.mock.calls.length).toBe(before + 1))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false))
}

test('an answer whose reply was lost is the same attempt after a reload, and is not sent twice', async () => {
  server.mockRejectedValueOnce(new TypeError('the connection broke'))
  const page = show(<Answer seen={9} />)
  fireEvent.change(field(), { target: { value: 'We are on it' } })
  await send()
  page.unmount()

  server.mockResolvedValueOnce(Response.json({ code: 'key_reused', message: 'Used' }, { status: 422 }))
  show(<Answer seen={10} />)
  expect(field().value).toBe('We are on it')
  await send()
  expect(new Set(keys()).size).toBe(1)
  await waitFor(() => expect(field().value).toBe(''))
})

test('a different text is a different attempt', async () => {
  server.mockRejectedValue(new TypeError('the connection broke'))
  show(<Answer seen={9} />)
  fireEvent.change(field(), { target: { value: 'We are on it' } })
  await send()
  fireEvent.change(field(), { target: { value: 'We have done it' } })
  await send()
  expect(new Set(keys()).size).toBe(2)
})

test.each([
  ['a lost reply', () => Promise.reject(new TypeError('the connection broke')), true],
  ['a refusal', async () => Response.json({ code: 'answered_meanwhile', message: 'No' }, { status: 409 }), false],
])('after %s a message says whether it may have been sent, as long as it is the same', async (_what, reply, left) => {
  const maybe = () => screen.queryByText('It may have been sent') !== null
  server.mockImplementationOnce(reply)
  show(<Answer seen={9} />)
  fireEvent.change(field(), { target: { value: 'We are on it' } })
  await send()
  expect(maybe()).toBe(left)
  fireEvent.change(field(), { target: { value: 'We have done it' } })
  expect(maybe()).toBe(false)
})
