import { paise } from '@bittkosh/contract/money'
import type { UserDetails } from '@bittkosh/contract/users'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { session } from '../api/session.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { UserOverview } from './UserOverview.tsx'

const none = paise(0n)
const approved: UserDetails['user']['govt_ids'][number] = {
  id: 1,
  type: 'pan',
  type_label: 'PAN',
  status: 'approved',
  submitted_at: new Date(0),
  id_number: 'XXXXX1234X',
  rejection_reason: null,
  urls: [],
  consent: null,
}
const details: UserDetails = {
  user: {
    id: 7,
    name: 'Asha Rao',
    email: 'asha@example.in',
    phone: '+919812345678',
    role: 'user',
    balance: none,
    is_active: true,
    frozen_at: null,
    referral_code: 'ABCD2345',
    referred_by: null,
    created_at: new Date(0),
    updated_at: null,
    govt_ids: [approved],
    marks: { flags: [], assigned_to: null },
  },
  statistics: { total_deposits: none, total_withdrawals: none, pending_deposits: none, pending_withdrawals: none },
  balances: { wallet: none, flexible: none, invested: none, held: none },
  usual: { largest: null, limit: paise(2_00_000_00n) },
  standing: {
    email_verified: true,
    phone_verified: true,
    money_paused_until: null,
    last_sign_in_at: null,
    largest_deposit: null,
    largest_withdrawal: null,
    rejected_requests: 0,
    linked: [],
  },
  investments: {
    crypto: { total_invested: none, active_investments: 0, total_profit: none, investments: [] },
    flexible: { current_balance: none, total_profit: none },
  },
  referrals: {
    total_referrals: 0,
    active_referrals: 0,
    total_rewards: none,
    profit_share: none,
    referred_by: null,
    referral_detailed: [],
    referred_users: [],
  },
}
const open = (shown: UserDetails) => showPage({ path: '/', component: () => <UserOverview details={shown} /> })
const takeBack = () => screen.queryByRole('button', { name: 'Take the approval back' })

afterEach(() => session.end())

test.each([
  ['owner', true],
  ['kyc', true],
  ['finance', false],
  ['support', false],
] as const)('to %s, taking an approval back is offered: %s', async (role, offered) => {
  signInAs(role)
  open(details)
  await screen.findByText('Wallet balance')
  expect(takeBack() !== null).toBe(offered)
})

test.each([
  ['kyc', true],
  ['support', false],
] as const)('%s opens the number and the photos of a decided document: %s', async (role, allowed) => {
  signInAs(role)
  const withPhotos = { ...approved, urls: ['/uploads/front', '/uploads/back'] }
  const hidden = { ...approved, id_number: null } // as the server sends it to who may not see it
  open({ ...details, user: { ...details.user, govt_ids: [allowed ? withPhotos : hidden] } })
  await screen.findByText('Wallet balance')
  expect(screen.queryByRole('button', { name: 'Show in full' }) !== null).toBe(allowed)
  const photos = screen.queryByRole('button', { name: 'Show the photos' })
  expect(photos !== null).toBe(allowed)
  if (!photos) return
  await userEvent.click(photos)
  expect(await screen.findByRole('img', { name: 'PAN Card, Front' })).toBeDefined()
})
