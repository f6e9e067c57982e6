import { getProfile } from '@bittkosh/contract/profile'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { reading } from '../api/queries.ts'
import { sentProfile } from '../testing/profile.ts'
import { showPage } from '../testing/showPage.tsx'
import { ClosingCard } from './ClosingCard.tsx'

const show = (closesOn: string | null) =>
  showPage({ path: '/profile', component: () => <ClosingCard closesOn={closesOn} /> })

/** Answers each call and remembers it. */
function server(reply: () => Response) {
  const called = vi.fn(async (_url: string, _init: RequestInit) => reply())
  vi.stubGlobal('fetch', called)
  return called
}

test('what closing means is shown before it is asked for with the password', async () => {
  const called = server(() => Response.json({ closes_on: '2026-12-11' }))
  show(null)
  await userEvent.click(await screen.findByRole('button', { name: 'Close my account' }))
  screen.getByText('It closes in 14 days. You can change your mind until then.')
  expect(called).not.toHaveBeenCalled()
  await userEvent.type(screen.getByLabelText('Current password'), 'monsoon over pune')
  await userEvent.click(screen.getByRole('button', { name: 'Close my account' }))
  await waitFor(() => expect(called).toHaveBeenCalled())
  const [url, init] = called.mock.calls[0] ?? ['', {}]
  expect([init.method, url, init.body]).toEqual([
    'POST',
    expect.stringMatching(/\/api\/profile\/closing$/),
    JSON.stringify({ current_password: 'monsoon over pune' }),
  ])
})

test('why it is refused is said above the button, and the password stays', async () => {
  const message = 'Your account still holds money.'
  server(() => Response.json({ code: 'account_holds_money', message }, { status: 409 }))
  show(null)
  await userEvent.click(await screen.findByRole('button', { name: 'Close my account' }))
  await userEvent.type(screen.getByLabelText('Current password'), 'monsoon over pune')
  await userEvent.click(screen.getByRole('button', { name: 'Close my account' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/still holds money/)
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('monsoon over pune')
})

test('an account that closes says when, and can be kept', async () => {
  const called = server(() => new Response(null, { status: 204 }))
  show('2026-12-11')
  expect((await screen.findByText(/Your account closes on/)).textContent).toContain('11 Dec 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => expect(called).toHaveBeenCalled())
  expect(called.mock.calls[0]?.[1].method).toBe('DELETE')
})

/** A profile whose closing is asked for without a reply; `closes_on` is what the profile says then. */
async function loseClosing(closes_on: string | null) {
  let now: string | null = null
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (!address.endsWith('/closing')) return Response.json(sentProfile({ closes_on: now }))
    now = method === 'DELETE' ? null : closes_on
    if (method === 'DELETE') return new Response(null, { status: 204 })
    throw new TypeError('the connection broke')
  })
  function FromProfile() {
    const { data } = useQuery(reading(getProfile))
    return data && <ClosingCard closesOn={data.closes_on} />
  }
  showPage({ path: '/profile', component: FromProfile })
  await userEvent.click(await screen.findByRole('button', { name: 'Close my account' }))
  await userEvent.type(screen.getByLabelText('Current password'), 'monsoon over pune')
  await userEvent.click(screen.getByRole('button', { name: 'Close my account' }))
}

test('a closing whose reply was lost may have been done', async () => {
  await loseClosing(null)
  await screen.findByText(/^We got no response, so your account may be going to close\./)
})

test('a closing whose reply was lost shows its day if it was done, and its form no more once it is taken back', async () => {
  await loseClosing('2026-12-11')
  await screen.findByText(/Your account closes on/)
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }))
  await screen.findByText(/^We erase your name/)
  expect(screen.queryByLabelText('Current password')).toBeNull()
})
