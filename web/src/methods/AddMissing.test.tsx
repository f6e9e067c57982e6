import { paise } from '@bittkosh/contract/money'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import { AddMissing } from './AddMissing.tsx'

test.each([
  ['what is missing', { value: '1000' }, 4_000_50n, 'Add ₹4,000.50', '4000.5', null],
  [
    'the smallest deposit if less is missing',
    { value: '1000' },
    400_00n,
    'Add ₹1,000',
    '1000',
    '₹1,000 is the smallest deposit.',
  ],
  ['what is missing while the smallest deposit is unknown', null, 400_00n, 'Add ₹400', '400', null],
])('the link fills in %s', async (_what, setting, missing, name, amount, said) => {
  vi.stubGlobal('fetch', async () => (setting ? Response.json(setting) : Response.json({}, { status: 500 })))
  showPage({ path: '/withdraw', component: () => <AddMissing missing={paise(missing)} /> })
  const link = await screen.findByRole('link', { name })
  const search = new URLSearchParams({ amount: `"${amount}"`, back: '/withdraw' })
  expect(link.getAttribute('href')).toBe(`/add-balance?${search}`)
  expect(screen.queryByText(/is the smallest deposit\.$/)?.textContent ?? null).toBe(said)
})
