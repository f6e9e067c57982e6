import { paise } from '@bittkosh/contract/money'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import { Standing } from './Standing.tsx'
import { details } from './testing/details.ts'
import { UserReferrals } from './UserReferrals.tsx'

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, name: `Person ${n + 1}`, email: `person${n + 1}@example.in` }))
const income = { referred_user: 'Asha', created_at: new Date(0), reward_amount: paise(100n), investment_type: 'reward' }

test.each([
  ['neither is cut', 99, 99, 0],
  ['the invited people are cut', 100, 99, 1],
  ['the income is cut', 99, 100, 1],
  ['both are cut', 100, 100, 2],
])('a table of invitations says that it may lack rows: %s', async (_which, invited, incomes, said) => {
  const referrals = {
    ...details.referrals,
    total_referrals: 250,
    referred_users: people(invited),
    referral_detailed: Array.from({ length: incomes }, () => income),
  }
  showPage({ path: '/', component: () => <UserReferrals referrals={referrals} /> })
  await screen.findByText('250')
  expect(screen.queryAllByText('The latest 100 are shown.')).toHaveLength(said)
})

test.each([
  [9, 0],
  [10, 1],
])('of %i linked accounts it says whether there may be more', async (count, said) => {
  const standing = { ...details.standing, linked: people(count) }
  showPage({ path: '/', component: () => <Standing details={{ ...details, standing }} /> })
  await screen.findByText('Person 9')
  expect(screen.queryAllByText('The first 10 are shown.')).toHaveLength(said)
})
