import { paise } from '@bittkosh/contract/money'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { Money, moneyText } from './Money.tsx'

test.each([
  ['lakhs and crores', 99_999_999_999n, {}, '₹99,99,99,999.99'],
  ['a rupee', 100n, {}, '₹1.00'],
  ['less than a rupee', 7n, {}, '₹0.07'],
  ['without paise on admin cards', 12_345_678n, { decimals: 0 }, '₹1,23,457'],
  ['a gain shows its sign', 1_000_000n, { change: true }, '+₹10,000.00'],
  ['a loss shows a real minus', -51_500n, { change: true }, '−₹515.00'],
  ['no change has no sign', 0n, { change: true }, '₹0.00'],
  ['half a rupee owed is rounded up', -50n, { decimals: 0 }, '−₹1'],
  ['what rounds to nothing has no sign', -49n, { decimals: 0, change: true }, '₹0'],
  ['a gain that rounds to nothing has none either', 49n, { decimals: 0, change: true }, '₹0'],
  ['a gain of half a rupee', 50n, { decimals: 0, change: true }, '+₹1'],
] as const)('%s', (_what, amount, look, text) => {
  expect(moneyText(paise(amount), look)).toBe(text)
})

test('the eye hides amounts that follow it, and only those', () => {
  localStorage.setItem('amounts', 'hidden')
  dispatchEvent(new StorageEvent('storage', { key: 'amounts' }))
  show(
    <>
      <Money amount={paise(12_345_678n)} hideable />
      <Money amount={paise(100n)} />
    </>,
  )
  expect(screen.getByText('Amount hidden')).toBeTruthy()
  expect(screen.queryByText('₹1,23,456.78')).toBeNull()
  expect(screen.getByText('₹1.00')).toBeTruthy()
})
