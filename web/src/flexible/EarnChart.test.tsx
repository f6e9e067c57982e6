import { paise, ppm, ZERO } from '@bittkosh/contract/money'
import { addDays } from '@bittkosh/contract/time'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { EarnChart } from './EarnChart.tsx'

const rate = ppm(200n) // 0.02 % a day
const today = '2026-11-25'

/** Replies with `points` days of ₹10,000, `everyDays` apart. */
function answer(lengths: Record<string, { points: number; everyDays: number }>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const { points, everyDays } = lengths[new URL(address, 'http://here').searchParams.get('days') ?? 'all'] ?? {
      points: 0,
      everyDays: 1,
    }
    const data = Array.from({ length: points }, (_, index) => ({
      date: addDays(today, everyDays * (index + 1 - points)),
      balance: 10_000,
      interest: 12.34,
    }))
    return Response.json({ data })
  })
  return asked
}

const slider = () => screen.findByRole('slider', { name: 'Balance by day' })
const saidAt = async (key: string) => {
  fireEvent.keyDown(await slider(), { key })
  return (await slider()).getAttribute('aria-valuetext')
}

test('a week, a month or all of it; the projection continues for a third as long', async () => {
  const asked = answer({
    7: { points: 7, everyDays: 1 },
    30: { points: 30, everyDays: 1 },
    all: { points: 183, everyDays: 2 },
  })
  show(<EarnChart balance={paise(1_000_000n)} rate={rate} />)
  expect(await saidAt('Home')).toBe('27 Oct 2026: ₹10,000.00, Interest so far ₹12.34')
  // ₹10,000 × 1.0002^10 to the paisa of each day
  expect(await saidAt('End')).toBe('5 Dec 2026: ₹10,020.01, Interest so far ₹32.35, expected')
  fireEvent.click(screen.getByRole('button', { name: '7 days' }))
  await vi.waitFor(async () => expect(await saidAt('Home')).toMatch(/^19 Nov 2026/))
  expect(await saidAt('End')).toMatch(/^28 Nov 2026: ₹10,006\.00, .*expected$/)
  fireEvent.click(screen.getByRole('button', { name: 'All' }))
  await vi.waitFor(async () => expect(await saidAt('Home')).toMatch(/^26 Nov 2025/))
  fireEvent.keyDown(await slider(), { key: 'End' })
  // 61 points, each two days after the one before
  expect(await saidAt('End')).toMatch(/^27 Mar 2027: ₹10,246\.97, .*expected$/)
  expect(asked).toEqual(['/api/flexible/days?days=30', '/api/flexible/days?days=7', '/api/flexible/days'])
})

test('an account without money has no chart', async () => {
  const asked = answer({})
  const { container } = show(<EarnChart balance={ZERO} rate={rate} />)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(container.textContent).toBe('')
})

test('a range that cannot be loaded says so, and can be left again', async () => {
  answer({ 30: { points: 30, everyDays: 1 } })
  const reply = fetch
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('days=7')
      ? Response.json({ message: 'Not now', code: 'broken' }, { status: 500 })
      : reply(address),
  )
  show(<EarnChart balance={paise(10_000_00n)} rate={rate} />)
  await slider()
  fireEvent.click(screen.getByRole('button', { name: '7 days' }))
  await screen.findByText('Not now')
  fireEvent.click(screen.getByRole('button', { name: '30 days' }))
  expect(await slider()).toBeDefined()
})
