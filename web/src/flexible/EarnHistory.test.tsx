import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { EarnHistory } from './EarnHistory.tsx'

const row = (type: string, day: string, amount: number, balance_after: number) => ({
  key: `${type}-${day}`,
  id: Number(day.replaceAll('-', '')),
  number: type === 'interest' ? null : 'K7Q2M9XR4T',
  type,
  amount,
  balance_after,
  created_at: `${day}T18:29:59.999Z`,
  is_welcome_bonus: false,
})

beforeEach(() => {
  const data = [
    row('interest', '2026-12-02', 2.52, 12_607.95),
    row('interest', '2026-12-01', 2.51, 12_605.43),
    row('interest', '2026-11-30', 2.5, 12_602.92),
    row('deposit', '2026-11-29', 12_600.42, 12_600.42),
  ]
  vi.stubGlobal('fetch', async () => Response.json({ data, next_cursor: null }))
})

test('the interest of a month is one line with its days, its sum and the balance after it', async () => {
  show(<EarnHistory />)
  const month = (await screen.findAllByRole('group'))[0]
  const [line, ...days] = [...(month?.children ?? [])].map(({ textContent }) => textContent)
  expect(line).toBe('Interest +₹5.031 Dec 2026 – 2 Dec 2026Balance ₹12,607.95')
  expect(days).toEqual(['Interest+₹2.522 Dec 2026Balance ₹12,607.95', 'Interest+₹2.511 Dec 2026Balance ₹12,605.43'])
})

test('a single day, and what a person did, are lines of their own', async () => {
  show(<EarnHistory />)
  const [, november, deposit] = within(await screen.findByRole('list')).getAllByRole('listitem')
  expect(november?.textContent).toBe('Interest+₹2.5030 Nov 2026Balance ₹12,602.92')
  expect(deposit?.textContent).toContain('Deposit+₹12,600.42')
})
