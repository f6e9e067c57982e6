import { type Setting, settingsTable } from '@bittkosh/contract/settings'
import { cleanup, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../kit/overlays/toast.ts'
import { signInAs } from '../testing/signInAs.ts'
import { showPage } from '../testing/showPage.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const saved: Setting[] = Object.entries(settingsTable).map(([key, { type, default: value, description }]) => ({
  key,
  value: type === 'number' ? Number(value) : value,
  description,
  type,
  updated_at: null,
  updated_by: null,
}))
const wire = (values: Record<string, unknown> = {}) =>
  saved.map((setting) => ({ ...setting, value: values[setting.key] ?? setting.value }))
const sums = {
  at: new Date(0).toISOString(),
  days: 30,
  earn: 1_000_000,
  withdrawals: 100_000,
  transfers: 50_000,
  referred_profits: 2_000,
  usdt_in: 0,
  usdt_out: 0,
}
const server = vi.fn<typeof fetch>()
const sent = () =>
  server.mock.calls.flatMap(([, call]) => (call?.method === 'PUT' ? [JSON.parse(String(call.body))] : []))
const refusal = (status: number, body: object) => Response.json(body, { status })
let put: (body: { changes: { key: string; value: string }[]; confirm_loss?: boolean }) => Response | Promise<Response>
let now: Record<string, unknown>

beforeEach(() => {
  signInAs('owner')
  vi.stubGlobal('fetch', server)
  now = {}
  put = ({ changes }) =>
    Response.json(changes.map(({ key, value }) => ({ ...saved.find((one) => one.key === key), value })))
  server.mockImplementation(async (address, call) => {
    if (call?.method === 'PUT') return put(JSON.parse(String(call.body)))
    return Response.json(String(address).endsWith('/sums') ? sums : wire(now))
  })
})

async function showForm(rows = saved) {
  showPage({ path: '/admin/basic-settings', component: () => <SettingsForm saved={rows} /> })
  await screen.findByRole('navigation', { name: 'Sections' })
}
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' })
async function type(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label))
  if (text) await userEvent.type(screen.getByLabelText(label), text)
}
const review = () => userEvent.click(screen.getByRole('button', { name: 'Review' }))
const dialog = () => within(screen.getByRole('dialog'))

test('one bar counts the changes; a value typed back to the saved one is no change', async () => {
  await showForm()
  expect(bar()).toBeNull()
  await type('Withdrawal fee', '6')
  await userEvent.click(screen.getByLabelText('Live figures on the landing page'))
  expect(bar()?.textContent).toContain('2 changes')
  await type('Withdrawal fee', '7.00')
  expect(bar()?.textContent).toContain('1 change')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(bar()).toBeNull()
  expect(screen.getByLabelText('Withdrawal fee')).toHaveProperty('value', '7')
})

test('what was typed outlives the page until it is discarded', async () => {
  await showForm()
  await type('Withdrawal fee', '6')
  cleanup()
  await showForm()
  expect(screen.getByLabelText('Withdrawal fee')).toHaveProperty('value', '6')
  cleanup()
  await showForm(
    saved.map((setting) => (setting.key === 'withdrawal_fee_percentage' ? { ...setting, value: 8 } : setting)),
  )
  expect(screen.getByLabelText('Withdrawal fee'), 'saved by somebody else meanwhile').toHaveProperty('value', '8')
  cleanup()
  await showForm()
  await type('Withdrawal fee', '6')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  cleanup()
  await showForm()
  expect(screen.getByLabelText('Withdrawal fee')).toHaveProperty('value', '7')
})

test('before → after and the daily cost of a rate are shown, and everything is sent in one call', async () => {
  await showForm()
  await type('Withdrawal fee', '6.5')
  await type('Earn interest per day', '0.03')
  await type('Operator (optional)', 'Kosh Ltd')
  await review()
  const lines = dialog().getAllByRole('listitem')
  expect(lines).toHaveLength(3)
  await waitFor(() => expect(lines[0]?.textContent).toContain('Costs the platform about ₹500.00 a day'))
  expect(lines[0]?.textContent).toMatch(/before: 7 %.*after: 6\.5 %/)
  expect(lines[0]?.textContent).toContain('on average over the last 30 days, ₹1,00,000.00 a day was withdrawn')
  expect(lines[1]?.textContent).toContain('Costs the platform about ₹100.00 a day')
  expect(lines[2]?.textContent).toMatch(/before: nothing.*after: Kosh Ltd/)
  await userEvent.click(dialog().getByRole('button', { name: 'Save 3 changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([
    {
      changes: [
        { key: 'withdrawal_fee_percentage', value: '6.5' },
        { key: 'flexible_daily_profit_percentage', value: '0.03' },
        { key: 'operator_name', value: 'Kosh Ltd' },
      ],
      previous: { withdrawal_fee_percentage: '7', flexible_daily_profit_percentage: '0.02', operator_name: '' },
    },
  ])
})

test('an invalid value is refused beside its field before anything is sent, and the rest stays typed', async () => {
  await showForm()
  await type('Minimum deposit', '2000')
  await type('Support chat (optional)', 'chat.example')
  await review()
  await screen.findByText('Enter a full link that starts with https://')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Support chat (optional)'))
  await userEvent.clear(screen.getByLabelText('Support chat (optional)'))
  expect(screen.queryByText('Enter a full link that starts with https://')).toBeNull()
  expect(bar()?.textContent).toContain('1 change')
  expect(sent()).toEqual([])
})

test('an admin who saves after somebody else sees the current values first, and loses nothing', async () => {
  await showForm()
  await type('Minimum deposit', '2000')
  await review()
  put = () => refusal(409, { code: 'changed_meanwhile', message: 'Changed by Meera in the meantime, 10:42' })
  now = { min_deposit_limit: 1500 }
  await userEvent.click(dialog().getByRole('button', { name: 'Save 1 change' }))
  await dialog().findByText('Changed by Meera in the meantime, 10:42')
  await waitFor(() => expect(dialog().getByRole('listitem').textContent).toMatch(/before: ₹1,500.*after: ₹2,000/))
  put = ({ changes }) => Response.json(changes.map(({ key, value }) => ({ ...wire()[2], key, value })))
  await userEvent.click(dialog().getByRole('button', { name: 'Save 1 change' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent().map(({ previous }) => previous)).toEqual([{ min_deposit_limit: '1000' }, { min_deposit_limit: '1500' }])
  expect(server.mock.calls.map(([address]) => address)).toContain('/api/site') // for the ribbon and the footer
})

test('a fee at which leaving pays is saved once that loss is accepted', async () => {
  const message =
    'At this fee, anyone who buys one of these packages and withdraws everything the same day gains: Treasury ₹290.00. Please confirm this loss.'
  put = ({ changes, confirm_loss: accepted }) =>
    accepted
      ? Response.json(changes.map(({ key, value }) => ({ ...wire()[2], key, value })))
      : refusal(422, { message, code: 'loss_unconfirmed', errors: { confirm_loss: message } })
  await showForm()
  await type('Withdrawal fee', '5')
  await review()
  const save = () => userEvent.click(dialog().getByRole('button', { name: 'Save 1 change' }))
  await save()
  await dialog().findByText(message)
  await userEvent.click(dialog().getByLabelText('I accept this loss'))
  await save()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().map(({ confirm_loss: accepted }) => accepted)).toEqual([undefined, true])
})

test('a failed save keeps the review and everything typed', async () => {
  put = () => refusal(503, { code: 'unavailable', message: 'The service is busy right now.' })
  await showForm()
  await type('Operator (optional)', 'Kosh Ltd')
  await review()
  await userEvent.click(dialog().getByRole('button', { name: 'Save 1 change' }))
  await dialog().findByText('The service is busy right now.')
  await userEvent.click(dialog().getByRole('button', { name: 'Back' }))
  expect(screen.getByLabelText('Operator (optional)')).toHaveProperty('value', 'Kosh Ltd')
  expect(bar()?.textContent).toContain('1 change')
})

test('what is typed after the review was closed during the save stays typed', async () => {
  const answer = Promise.withResolvers<Response>()
  put = () => answer.promise
  await showForm()
  await type('Operator (optional)', 'Kosh Ltd')
  await review()
  await userEvent.click(dialog().getByRole('button', { name: 'Save 1 change' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  await userEvent.click(dialog().getByRole('button', { name: 'Back' }))
  await type('Operator (optional)', 'Kosh Private Ltd')
  await review()
  const { result: toasts } = renderHook(useToasts)
  answer.resolve(Response.json([{ ...wire()[2], key: 'operator_name', value: 'Kosh Ltd' }]))
  await waitFor(() => expect(toasts.current.map(({ message }) => message)).toContain('Settings saved'))
  expect(dialog().getByRole('listitem').textContent).toMatch(/after: Kosh Private Ltd/)
  expect(screen.getByLabelText('Operator (optional)')).toHaveProperty('value', 'Kosh Private Ltd')
})

test('a custom description is a change too, and once emptied it is the program’s again', async () => {
  await showForm(saved.map((one) => (one.key === 'usdt_value' ? { ...one, description: 'Ours' } : one)))
  const ours = screen.getByLabelText('About USDT rate')
  expect(ours).toHaveProperty('value', 'Ours')
  await userEvent.clear(ours)
  expect(bar()?.textContent).toContain('1 change')
  await review()
  await userEvent.click(dialog().getByRole('button', { name: 'Save 1 change' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0].changes).toEqual([{ key: 'usdt_value', value: '90', description: '' }])
})

test('an admin who may only change texts can read a rate but not change it', async () => {
  signInAs('catalogue')
  await showForm()
  expect(screen.getByText('Withdrawal fee').parentElement?.textContent).toMatch(/^Withdrawal fee7 %/)
  expect(screen.queryByLabelText('Withdrawal fee')).toBeNull()
  expect(screen.getByLabelText('Banner lines')).toBeTruthy()
})
