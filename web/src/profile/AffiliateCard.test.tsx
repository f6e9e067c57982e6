import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { AffiliateCard } from './AffiliateCard.tsx'

const settings: Record<string, string> = {
  referral_reward: '100',
  referral_flexible_threshold: '1000',
  referral_profit_share: '10',
}

test.each([
  ['what an invitation earns stands above the code', 200, /₹100 .*₹1,000 .*10/],
  ['settings that can’t be read leave no empty place', 403, /^Invite friendsReferral code/],
])('%s', async (_what, status, text) => {
  vi.stubGlobal('fetch', async (address: string) => {
    const key = address.split('/').at(-1) ?? ''
    return Response.json(status === 200 ? { key, value: settings[key] } : { code: 'forbidden' }, { status })
  })
  const { container } = show(<AffiliateCard code="ASHA1234" link="https://bittkosh.example/register?ref=ASHA1234" />)
  expect(container.querySelector('[class*=skeleton]')).not.toBeNull()
  await waitFor(() => expect(container.querySelector('[class*=skeleton]')).toBeNull())
  expect(container.textContent).toMatch(text)
  expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy()
})
