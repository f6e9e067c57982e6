import { type Paise, paise } from '@bittkosh/contract/money'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { type DayPoint, LineChart, type LineChartProps } from './LineChart.tsx'

const rupees = (amount: number): Paise => paise(BigInt(amount * 100))
const days: DayPoint[] = [
  { date: '2026-11-20', amount: rupees(10_000), earned: rupees(0) },
  { date: '2026-11-21', amount: rupees(10_002), earned: rupees(2) },
  { date: '2026-11-22', amount: rupees(10_004), earned: rupees(4) },
]
const ahead: DayPoint[] = [{ date: '2026-11-23', amount: rupees(10_006), earned: rupees(6) }]

function draw(props: Partial<LineChartProps> = {}) {
  const { container } = show(
    <LineChart title="Balance by day" amountLabel="Balance" look="steps" points={days} {...props} />,
  )
  return {
    paths: () => [...container.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? ''),
    said: () => screen.getByRole('slider').getAttribute('aria-valuetext'),
    press: (key: string) => fireEvent.keyDown(screen.getByRole('slider'), { key }),
  }
}

test('opens at today; keys move from day to day, no further than the first and the projection', () => {
  const { said, press } = draw({ projection: ahead })
  expect(said()).toBe('22 Nov 2026: ₹10,004.00')
  press('ArrowRight')
  expect(said()).toBe('23 Nov 2026: ₹10,006.00, expected')
  press('ArrowRight')
  expect(said()).toBe('23 Nov 2026: ₹10,006.00, expected')
  press('PageUp')
  expect(said()).toBe('20 Nov 2026: ₹10,000.00')
})

test('earnings are shown with the amount, in a strip of their own and in a column of the table', () => {
  const { said, paths } = draw({ projection: ahead, earnedLabel: 'Interest so far' })
  expect(said()).toBe('22 Nov 2026: ₹10,004.00, Interest so far ₹4.00')
  expect(paths()).toHaveLength(5) // background, line and its projection; earned, and its projection
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  const [head, first] = screen.getAllByRole('row')
  expect(head?.textContent).toBe('DateBalanceInterest so far')
  const cells = within(first ?? document.body).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual(['23 Nov 2026 · expected', '₹10,006.00', '₹6.00'])
})

test('earnings are left out unless requested', () => {
  const { said, paths } = draw()
  expect(said()).toBe('22 Nov 2026: ₹10,004.00')
  expect(paths()).toHaveLength(2)
})

test('the values of the axis stand beside the line, which runs through none of them', () => {
  draw()
  expect(screen.getByText('₹10,002')).toBeTruthy()
  expect(within(screen.getByRole('slider')).queryByText('₹10,002')).toBeNull()
})
