import type { Role } from '@bittkosh/contract/roles'
import { paise } from '@bittkosh/contract/money'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { Waiting } from './Waiting.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.startsWith('/api/admin/conversations/count')
      ? Response.json({ open: 5 })
      : Response.json({ message: 'not now' }, { status: 500 }),
  )
})

const queue = { count: 3, oldest_at: new Date('2026-11-21T05:00:00Z'), amount: paise(500_00n) }

test.each<[Role, string, string[]]>([
  ['owner', 'Waiting for you', ['Deposits', 'Withdrawals', 'KYC', 'Support']],
  ['finance', 'Waiting for you', ['Deposits', 'Withdrawals']],
  ['kyc', 'Waiting for you', ['KYC']],
  ['support', 'Waiting for you', ['Support']],
  ['viewer', 'Waiting', ['Deposits', 'Withdrawals', 'KYC']],
])('the work of %s is under ‘%s’: %j', async (role, heading, work) => {
  signInAs(role)
  const queues = { deposits: queue, withdrawals: queue, kyc: queue, alerts: 0 }
  showPage({ path: '/admin', component: () => <Waiting queues={queues} /> })
  await screen.findByRole('heading', { name: heading })
  if (work.includes('Support')) await screen.findByText('to be answered')
  const named = screen.getAllByRole('link').map((link) => link.firstElementChild?.textContent)
  expect(named).toEqual(work)
})
