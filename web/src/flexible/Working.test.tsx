import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { Working } from './Working.tsx'

test('exact interest has lakh commas, like every other amount', async () => {
  const day = {
    date: '2026-12-01',
    eligible_balance: 12_34_567.89,
    rate: 10,
    exact_interest: '123456.789',
    posted: 123_456.78,
    carried: '0.009',
    balance_after: 13_58_024.67,
  }
  vi.stubGlobal('fetch', async () => Response.json({ data: [day], next_cursor: null }))
  show(<Working />)
  expect(await screen.findByRole('cell', { name: '₹1,23,456.789' })).toBeDefined()
})
