import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { AdminTransferDialog } from './AdminTransferDialog.tsx'

const side = { id: 1, name: 'Asha Rao', email: null, phone: null, is_active: true, is_frozen: false }
const at = '2026-11-21T05:00:00.000Z'
const transfer = {
  id: 5,
  number: 'K7Q2M9XR4T',
  status: 'completed',
  amount: 500,
  processing_fee: 15,
  total_deducted: 515,
  note: null,
  created_at: at,
  completed_at: at,
  otp_expires_at: at,
  sender: side,
  receiver: { ...side, id: 2, name: 'Imran Shaikh' },
  ended_at: at,
  replaced: false,
  failure: null,
  wrong_codes: 0,
  wrong_codes_at: [],
  entries: [],
}

const message = { at, what: 'mail', text: 'Mail: code for the transfer', by: null, approved_by: null }
const told = [
  { ...message, what: 'asked', text: 'Transfer started', sending: null },
  { ...message, sending: 'failed' },
]

async function open(of: { sender?: object; receiver?: object }) {
  const shown = {
    ...transfer,
    sender: { ...transfer.sender, ...of.sender },
    receiver: { ...transfer.receiver, ...of.receiver },
  }
  vi.stubGlobal('fetch', async (address: string) => Response.json(address.endsWith('/life') ? { data: told } : shown))
  show(<AdminTransferDialog id={5} onClose={vi.fn()} />)
  await screen.findByText('Deducted')
}

test('a frozen sender and an inactive receiver come first, each by name', async () => {
  await open({ sender: { is_frozen: true }, receiver: { is_active: false } })
  const said = within(screen.getByRole('dialog')).getByText('Deducted').closest('dialog, [role=dialog]')?.textContent
  const order = [
    'Sender Asha Rao · Frozen: no money leaves',
    'Receiver Imran Shaikh · Inactive: this person cannot sign in.',
    'Amount',
  ].map((words) => said?.indexOf(words) ?? -1)
  expect(order[0]).toBeGreaterThanOrEqual(0)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
})

test('notifications about the transfer are in its timeline, with whether they have been sent', async () => {
  await open({})
  const mail = (await screen.findByText('Mail: code for the transfer')).closest('li')
  expect(mail?.textContent).toContain('Could not be sent')
  expect(screen.queryByText('Transfer started')).toBeNull()
})

test('for two people in good standing nothing is shown', async () => {
  await open({})
  expect(screen.queryByText('Frozen')).toBeNull()
  expect(screen.queryByText('Inactive')).toBeNull()
})
