import { paise } from '@bittkosh/contract/money'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { BarChart } from './BarChart.tsx'
import { moneyText } from './Money.tsx'

const note = 'More was taken back than came in.'

function draw(days: readonly (readonly (bigint | null)[])[]) {
  const { container } = show(
    <BarChart
      title="November"
      series={['Deposits', 'Withdrawals', 'Returned']}
      belowZero={note}
      format={(value) => moneyText(paise(value), { decimals: 0 })}
      groups={days.map((values, index) => ({
        key: String(index),
        label: String(index + 1),
        fullLabel: `${index + 1} Nov`,
        values,
      }))}
    />,
  )
  return new Map(
    [...container.querySelectorAll('rect:has(> title)')].map((bar) => [
      bar.textContent,
      { top: Number(bar.getAttribute('y')), height: Number(bar.getAttribute('height')) },
    ]),
  )
}

test('money in and money that came back are drawn above the line, each in proportion', () => {
  const bars = draw([[400_00n, 200_00n, 100_00n]])
  expect(bars.get('1 Nov: Deposits ₹400')).toEqual({ top: 0, height: 200 })
  expect(bars.get('1 Nov: Withdrawals ₹200')).toEqual({ top: 100, height: 100 })
  expect(bars.get('1 Nov: Returned ₹100')).toEqual({ top: 150, height: 50 })
  expect(screen.queryByText(note)).toBeNull()
})

test('a day with more reversals than deposits is drawn below the line, with its amount', () => {
  const bars = draw([
    [300_00n, 0n, 0n],
    [-100_00n, 0n, 0n],
  ])
  expect(bars.get('1 Nov: Deposits ₹300')).toEqual({ top: 0, height: 150 })
  expect(bars.get('2 Nov: Deposits −₹100')).toEqual({ top: 150, height: 50 })
  expect(screen.getByText(note)).toBeDefined()
  expect(screen.getByText('−₹100', { selector: 'span' })).toBeDefined()
})

test('a month of nothing but reversals is drawn from the top', () => {
  const bars = draw([[-200_00n, 0n, 0n]])
  expect(bars.get('1 Nov: Deposits −₹200')).toEqual({ top: 0, height: 200 })
})

test('an amount too small for the scale is still visible', () => {
  const bars = draw([[1_00_00_000_00n, 1_00n, 0n]])
  expect(bars.get('1 Nov: Withdrawals ₹1')).toEqual({ top: 199, height: 1 })
  expect(bars.get('1 Nov: Returned ₹0')).toEqual({ top: 200, height: 0 })
})

test('a figure that there is none of is not drawn, and is a dash in the table', async () => {
  const bars = draw([[100_00n, null, 0n]])
  expect([...bars.keys()]).toEqual(['1 Nov: Deposits ₹100', '1 Nov: Returned ₹0'])
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(
    expect.arrayContaining(['₹100', '–', '₹0']),
  )
})

test('the table has a column for each, with the sign', async () => {
  draw([[-100_00n, 200_00n, 50_00n]])
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Date',
    'Deposits',
    'Withdrawals',
    'Returned',
  ])
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(
    expect.arrayContaining(['−₹100', '₹200', '₹50']),
  )
  expect(screen.getByText(note)).toBeDefined()
})

test.each([
  ['button', true],
  ['img', false],
])('the figures of a bar are shown on focus, and the arrow keys go from bar to bar: %s', async (role, opens) => {
  const opened: string[] = []
  const groups = [400_00n, 300_00n].map((value, index) => ({
    key: String(index),
    label: String(index),
    fullLabel: `${index + 1} Nov`,
    values: [value],
    counts: [2],
  }))
  const format = (value: bigint) => moneyText(paise(value), { decimals: 0 })
  const open = opens ? { onOpen: ({ key }: { key: string }) => void opened.push(key) } : {}
  show(<BarChart title="November" series={['Deposits']} format={format} groups={groups} {...open} />)
  await userEvent.tab() // Show as table
  await userEvent.tab()
  const words = '2 Nov: Deposits ₹300 (2)'
  expect(document.activeElement).toBe(screen.getByRole(role, { name: words }))
  expect(screen.getByText(words)).toBeDefined()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(screen.getByText('1 Nov: Deposits ₹400 (2)')).toBeDefined()
  expect(screen.queryByText(words)).toBeNull()
  await userEvent.keyboard('{Enter}')
  expect(opened).toEqual(opens ? ['0'] : [])
  await userEvent.tab({ shift: true })
  await userEvent.tab() // back to where it was left
  expect(screen.getByText('1 Nov: Deposits ₹400 (2)')).toBeDefined()
})

test('the table has the counts too', async () => {
  const groups = [{ key: '1', label: '1', fullLabel: '1 Nov', values: [400_00n, null], counts: [3, 0] }]
  show(
    <BarChart
      title="November"
      series={['Deposits', 'Withdrawals']}
      format={(value) => moneyText(paise(value), { decimals: 0 })}
      groups={groups}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1 Nov', '₹400 (3)', '– (0)'])
})
