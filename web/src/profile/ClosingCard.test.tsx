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

test.each([
  ['was done: the card shows the day', '2026-12-11', /Your account closes on/],
  ['may have been done', null, /^We got no response, so your account may be going to close\./],
])('a closing whose reply was lost %s', async (_what, closes_on, said) => {
  let asked = false
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.endsWith('/closing')) return Response.json({ ...sentProfile(), closes_on: asked ? closes_on : null })
    asked = true
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
  await screen.findByText(said)
})
