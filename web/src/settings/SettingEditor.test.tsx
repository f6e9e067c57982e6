import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../api/session.ts'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { SettingEditor } from './SettingEditor.tsx'

const fee = {
  key: 'withdrawal_fee_percentage',
  value: 7,
  type: 'number',
  description: '',
  updated_at: null,
  updated_by: null,
} as const
const server = vi.fn<typeof fetch>()
const sent = () => server.mock.calls.flatMap(([, call]) => (call?.body ? [JSON.parse(String(call.body))] : []))
const message =
  'At this fee, whoever buys one of these packages and withdraws everything the same day loses nothing: Treasury. Please confirm this loss.'

beforeEach(() => {
  signInAs('owner')
  vi.stubGlobal('fetch', server)
  server.mockImplementation(async (_address, call) => {
    const { value, confirm_loss: confirmed } = JSON.parse(String(call?.body))
    if (confirmed) return Response.json({ ...fee, value, updated_at: new Date(0).toISOString() })
    return Response.json({ message, code: 'loss_unconfirmed', errors: { confirm_loss: message } }, { status: 422 })
  })
})
afterEach(() => {
  session.end()
  server.mockReset()
  vi.unstubAllGlobals()
})

test('a lower fee that lets a package pay for leaving asks, and what was accepted counts for that fee alone', async () => {
  show(<SettingEditor settingKey="withdrawal_fee_percentage" setting={fee} />)
  const field = screen.getByLabelText('Withdrawal fee')
  const type = async (text: string) => {
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.queryByLabelText('I accept this loss')).toBeNull()
  await type('6')
  await save()
  await screen.findByText(message)
  await userEvent.click(screen.getByLabelText('I accept this loss'))
  await type('5')
  expect(screen.queryByLabelText('I accept this loss')).toBeNull()
  await save()
  const accept = await screen.findByLabelText('I accept this loss')
  expect(accept).toHaveProperty('checked', false)
  await userEvent.click(accept)
  await save()
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent()).toMatchObject([{ value: 6 }, { value: 5 }, { value: 5, confirm_loss: true }])
})

test('a rate can be read but not saved by who may only change texts', () => {
  signInAs('catalogue')
  show(<SettingEditor settingKey="withdrawal_fee_percentage" setting={fee} />)
  expect(screen.getByLabelText<HTMLInputElement>('Withdrawal fee').matches(':disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
