import { type Alert, type AlertKind, alertKindNames, alertKinds } from '@bittkosh/contract/alerts'
import { isPermitted } from '@bittkosh/contract/permissions'
import { alertText } from '@bittkosh/contract/words/alerts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { refetchShown } from '../api/queries.ts'
import { alertSearch } from '../app/search.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminAlertsPage from './AdminAlertsPage.tsx'

const server = vi.fn<typeof fetch>()
const path = '/admin/alerts'
const at = '2026-11-21T06:30:00Z'

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  signInAs('owner')
})

const alert = (kind: AlertKind, change: object = {}) => ({
  id: alertKindNames.indexOf(kind) + 1,
  kind,
  subject_id: null,
  setting: null,
  amount: null,
  by: null,
  opened_at: at,
  ended_at: null,
  is_seen: false,
  ...change,
})

/** Lists what `alerts` holds at the time of each call, and marks one of them as seen. */
function serve(alerts: Partial<Omit<Alert, 'opened_at'>>[]) {
  server.mockImplementation(async (address, call) => {
    const { pathname } = new URL(String(address), 'http://localhost')
    if (call?.method !== 'POST') return Response.json({ data: alerts, next_cursor: null })
    const seen = alerts.find(({ id }) => pathname.endsWith(`/alerts/${id}/seen`))
    if (!seen) return Response.json({ message: 'Not found', code: 'not_found' }, { status: 404 })
    seen.is_seen = true
    return Response.json(seen)
  })
}
const open = (address = path) => showPage({ path, component: AdminAlertsPage, validateSearch: alertSearch, address })
const asked = () => server.mock.calls.map(([address]) => new URL(String(address), 'http://localhost').search)

test('an alert says what it is about, who did it and since when, and links to its record', async () => {
  serve([
    alert('deposit_large', { subject_id: 12, amount: 25_000.5 }),
    alert('rate_changed', { setting: 'usdt_value', by: { id: 7, name: 'Ravi' } }),
  ])
  open()
  const [large, rate] = await screen.findAllByRole('listitem')
  if (!large || !rate) throw new Error('two alerts were served')
  expect(large.textContent).toContain('₹25,000.50')
  expect(within(large).getByRole('link', { name: 'A large deposit is waiting #12' }).getAttribute('href')).toMatch(
    /^\/admin\/deposits\?.*id=12$/,
  )
  expect(rate.textContent).toContain('usdt_value')
  expect(rate.textContent).toContain('Ravi')
  expect(within(rate).getByRole('link').getAttribute('href')).toBe('/admin/basic-settings#setting-usdt_value')
})

test.each<[AlertKind, object, string]>([
  ['coverage_negative', {}, '/admin#coverage'],
  ['deposits_late', {}, '/admin/deposits?late=true'],
  ['withdrawals_late', {}, '/admin/withdrawals?late=true'],
  ['kyc_late', {}, '/admin/kyc?late=true'],
  ['payee_changed', { subject_id: 3 }, '/admin/settings#method-3'],
  ['admin_made', { subject_id: 9 }, '/admin/team'],
])('%s links to the page where it can be investigated', async (kind, change, address) => {
  serve([alert(kind, change)])
  open()
  const link = within(await screen.findByRole('listitem')).getByRole('link')
  expect(link.getAttribute('href')).toBe(address)
})

test('an admin who may not open the team page reads that an admin was added, without a link', async () => {
  signInAs('viewer')
  serve([alert('admin_made', { subject_id: 9 })])
  open()
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toContain('An administrator was added #9')
  expect(within(item).queryByRole('link')).toBeNull()
})

test('marking as seen is sent to the server once, and the alert is no longer new', async () => {
  serve([alert('coverage_negative')])
  open()
  const item = await screen.findByRole('listitem')
  within(item).getByText('New')
  await userEvent.click(
    within(item).getByRole('button', { name: 'Mark as seen: The money in hand does not cover what is owed to users' }),
  )
  await waitFor(() => expect(within(screen.getByRole('listitem')).queryByText('New')).toBeNull())
  expect(screen.queryByRole('button', { name: /^Mark as seen/ })).toBeNull()
  expect(server.mock.calls.filter(([, call]) => call?.method === 'POST')).toHaveLength(1)
})

test('an alert that can’t be marked stays new', async () => {
  serve([alert('coverage_negative', { id: 1 })])
  open()
  const item = await screen.findByRole('listitem')
  server.mockImplementation(async () =>
    Response.json({ message: 'Something went wrong', code: 'internal' }, { status: 500 }),
  )
  await userEvent.click(within(item).getByRole('button', { name: /^Mark as seen/ }))
  await waitFor(() => expect(server.mock.calls.some(([, call]) => call?.method === 'POST')).toBe(true))
  within(item).getByText('New')
})

test('a past alert shows since when, and is not new', async () => {
  serve([alert('deposits_late', { ended_at: '2026-11-21T08:30:00Z' })])
  open(`${path}?status=past`)
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toContain('ended')
  expect(within(item).queryByText('New')).toBeNull()
  expect(asked()[0]).toContain('status=past')
})

test('tab and kind are in the address and are requested', async () => {
  serve([])
  const router = open()
  await screen.findByText('No open alerts')
  await userEvent.click(screen.getByRole('tab', { name: 'Past' }))
  await screen.findByText('No past alerts')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of alert' }), 'A large deposit is waiting')
  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'past', kind: 'deposit_large' }))
  await waitFor(() => expect(asked().at(-1)).toBe('?status=past&kind=deposit_large'))
})

test('only the kinds that the admin sees can be chosen', async () => {
  signInAs('kyc')
  serve([])
  open()
  await screen.findByText('No open alerts')
  const offered = within(screen.getByRole('combobox', { name: 'Kind of alert' })).getAllByRole('option')
  const seen = alertKindNames.filter((kind) => isPermitted(['kyc'], alertKinds[kind].permission))
  expect(offered.map((option) => option.textContent)).toEqual([
    'All kinds',
    ...seen.map((kind) => alertText('en', kind)),
  ])
})

test('alerts that failed to load can be retried', async () => {
  server.mockImplementation(async () => Response.json({ message: 'No', code: 'not_permitted' }, { status: 403 }))
  open()
  const again = await screen.findByRole('button', { name: 'Retry' })
  serve([alert('coverage_negative')])
  await userEvent.click(again)
  await screen.findByRole('link', { name: 'The money in hand does not cover what is owed to users' })
})

test('a doubted date is shown before it is confirmed', async () => {
  let standing: { trusted_day: string; doubted_day: string | null } = {
    trusted_day: '2026-11-21',
    doubted_day: '2027-01-05',
  }
  const sent: unknown[] = []
  server.mockImplementation(async (address, call) => {
    const { pathname } = new URL(String(address), 'http://localhost')
    if (pathname.endsWith('/admin/date/confirm')) {
      sent.push(JSON.parse(String(call?.body)))
      standing = { trusted_day: '2027-01-05', doubted_day: null }
    }
    if (pathname.includes('/admin/date')) return Response.json(standing)
    return Response.json({ data: [alert('date_doubted')], next_cursor: null })
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm the date' }))
  const dialog = await screen.findByRole('dialog', { name: 'Is this today?' })
  expect(dialog.textContent).toMatch(/today is 0?5 Jan.* 2027.*was 21 Nov.* 2026/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Yes, this is today' }))
  await waitFor(() => expect(sent).toEqual([{ day: '2027-01-05' }]))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm the date' })).toBeNull())
})

test('the confirmed day is the one that was asked about, whatever a later reply says', async () => {
  let standing = { trusted_day: '2026-11-21', doubted_day: '2027-01-05' }
  const sent: unknown[] = []
  server.mockImplementation(async (address, call) => {
    if (call?.method === 'POST') sent.push(JSON.parse(String(call.body)))
    if (String(address).includes('/admin/date')) return Response.json(standing)
    return Response.json({ data: [alert('date_doubted')], next_cursor: null })
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm the date' }))
  const dialog = await screen.findByRole('dialog', { name: 'Is this today?' })
  standing = { ...standing, doubted_day: '2099-01-05' }
  await act(() => refetchShown())
  expect(dialog.textContent).toMatch(/today is 0?5 Jan.* 2027/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Yes, this is today' }))
  await waitFor(() => expect(sent).toEqual([{ day: '2027-01-05' }]))
})

test('an admin who may not confirm the date only sees the alert', async () => {
  signInAs('finance')
  server.mockImplementation(async (address) =>
    String(address).includes('/admin/date')
      ? Response.json({ trusted_day: '2026-11-21', doubted_day: '2027-01-05' })
      : Response.json({ data: [alert('date_doubted')], next_cursor: null }),
  )
  open()
  await screen.findByText(/The date of a server has jumped/)
  await waitFor(() => expect(asked().length).toBeGreaterThan(1))
  expect(screen.queryByRole('button', { name: 'Confirm the date' })).toBeNull()
})

test('marking one alert as seen keeps no other one from being marked', async () => {
  serve([alert('deposits_late', { id: 1 }), alert('kyc_late', { id: 2 })])
  const others = server.getMockImplementation()
  const first = Promise.withResolvers<Response>()
  server.mockImplementation(async (address, call) =>
    String(address).endsWith('/alerts/1/seen') ? first.promise : (others?.(address, call) ?? Response.error()),
  )
  open()
  const marks = await screen.findAllByRole('button', { name: /^Mark as seen/ })
  const [one, other] = marks as [HTMLElement, HTMLElement]
  await userEvent.click(one)
  expect(one).toHaveProperty('disabled', true)
  expect(other).toHaveProperty('disabled', false)
  await userEvent.click(other)
  await waitFor(() => expect(other.isConnected).toBe(false))
  expect(one).toHaveProperty('disabled', true)
})
