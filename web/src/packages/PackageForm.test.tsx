import { getSetting } from '@bittkosh/contract/settings'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { refresh } from '../api/refresh.ts'
import { show } from '../testing/show.tsx'
import { PackageForm } from './PackageForm.tsx'

const server = vi.fn<typeof fetch>()
const sent = () =>
  server.mock.calls.filter(([, call]) => call?.method === 'POST').map(([, call]) => JSON.parse(String(call?.body)))

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockImplementation(async (_address, call) => {
    if (call?.method !== 'POST') return Response.json({ value: 7 })
    const body = JSON.parse(String(call.body))
    if (body.confirm_loss)
      return Response.json({
        ...body,
        id: 1,
        bonus_amount: 4000,
        total_amount: 54_000,
        deposit_requests_count: 0,
        created_at: new Date(0),
        updated_at: new Date(0),
      })
    const message = 'Please confirm this loss.'
    return Response.json({ message, code: 'loss_unconfirmed', errors: { confirm_loss: message } }, { status: 422 })
  })
})

/** All fields but the bonus. */
async function typeTreasury(): Promise<void> {
  await userEvent.type(screen.getByLabelText('Name'), 'Treasury')
  await userEvent.type(screen.getByLabelText('Price'), '50000')
  await userEvent.type(screen.getByLabelText('Description'), 'The largest')
}

test('a bonus above the withdrawal fee shows the same-day gain, and is saved once that is accepted', async () => {
  const onClose = vi.fn()
  show(<PackageForm offer={null} nextOrder={1} onClose={onClose} />)
  await typeTreasury()
  await userEvent.type(screen.getByLabelText('Bonus percentage'), '7')
  expect(screen.queryByLabelText('I accept this loss')).toBeNull()
  await userEvent.clear(screen.getByLabelText('Bonus percentage'))
  await userEvent.type(screen.getByLabelText('Bonus percentage'), '8')
  await screen.findByText('Anyone who buys this package and withdraws everything the same day gains ₹220.00.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Please confirm this loss.')
  await userEvent.click(screen.getByLabelText('I accept this loss'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent().map(({ confirm_loss }) => confirm_loss)).toEqual([false, true])
})

test('a loss accepted for some terms is not accepted for others', async () => {
  show(<PackageForm offer={null} nextOrder={1} onClose={() => {}} />)
  await typeTreasury()
  await userEvent.type(screen.getByLabelText('Bonus percentage'), '8')
  await userEvent.click(await screen.findByLabelText('I accept this loss'))
  await userEvent.type(screen.getByLabelText('Bonus percentage'), '0')
  expect(screen.getByLabelText<HTMLInputElement>('I accept this loss').checked).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ bonus_percentage: 80, confirm_loss: false })
})

test('if another admin has lowered the fee meanwhile, the loss must be accepted', async () => {
  let fee = 7
  const refusing = server.getMockImplementation()
  server.mockImplementation(async (address, call) => {
    if (call?.method !== 'POST') return Response.json({ value: fee })
    fee = 6
    return refusing?.(address, call) ?? Response.error()
  })
  const onClose = vi.fn()
  show(<PackageForm offer={null} nextOrder={1} onClose={onClose} />)
  await typeTreasury()
  await userEvent.type(screen.getByLabelText('Bonus percentage'), '7')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByLabelText('I accept this loss'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent().map(({ confirm_loss }) => confirm_loss)).toEqual([false, true])
})

test('a loss accepted at one fee is not accepted at another', async () => {
  show(<PackageForm offer={null} nextOrder={1} onClose={() => {}} />)
  await userEvent.type(screen.getByLabelText('Price'), '50000')
  await userEvent.type(screen.getByLabelText('Bonus percentage'), '8')
  await userEvent.click(await screen.findByLabelText('I accept this loss'))
  server.mockImplementation(async () => Response.json({ value: 5 }))
  await refresh(getSetting)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('I accept this loss').checked).toBe(false))
})
