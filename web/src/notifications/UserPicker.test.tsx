import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { UserPicker } from './UserPicker.tsx'

const person = (id: number) => ({
  id,
  name: `Asha ${id}`,
  email: `asha${id}@example.test`,
  phone: '+919800000001',
  role: 'user',
  balance: 0,
  is_active: true,
  frozen_at: null,
  referral_code: `R${id}`,
  referred_by: null,
  created_at: '2026-04-01T06:00:00.000Z',
  updated_at: null,
  govt_ids: [],
  marks: { flags: [], assigned_to: null },
})

test.each([
  [9, '3 more people fit: type more of the name.'],
  [6, null],
])('of %d matching people, those not shown are counted', async (total, sentence) => {
  const data = [1, 2, 3, 4, 5, 6].map(person)
  const pagination = { current_page: 1, last_page: 2, per_page: 6, total }
  const counts = { active: total, inactive: 0 }
  vi.stubGlobal('fetch', async () => Response.json({ data, pagination, counts, is_cut: false }))
  show(<UserPicker user={null} onChoose={vi.fn()} error={undefined} />)
  await userEvent.type(screen.getByRole('searchbox'), 'Asha')
  await screen.findByText('Asha 6')
  if (sentence) expect(screen.getByText(sentence)).toBeDefined()
  else expect(screen.queryByText(/type more of the name/)).toBeNull()
})
