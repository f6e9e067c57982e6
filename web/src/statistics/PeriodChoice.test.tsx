import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'

test('a day is typed with the keyboard, and the range follows once its year is complete', () => {
  const onRange = vi.fn()
  show(<PeriodChoice range={{ start: '2025-05-01', end: '2025-05-31' }} onRange={onRange} />)
  const from = screen.getByLabelText<HTMLInputElement>('From')
  fireEvent.change(from, { target: { value: '0002-03-15' } }) // the year's first digit
  expect(from.value).toBe('0002-03-15')
  expect(onRange).not.toHaveBeenCalled()
  fireEvent.change(from, { target: { value: '2025-03-15' } })
  expect(onRange.mock.calls).toEqual([[{ start: '2025-03-15', end: '2025-05-31' }]])
})

test.each([
  ['From', '2025-06-15', { start: '2025-06-15', end: '2025-06-15' }],
  ['From', '2023-05-01', { start: '2023-05-01', end: '2024-04-30' }],
  ['To', '2025-04-30', { start: '2025-04-30', end: '2025-04-30' }],
])('%s %s moves the other end along where the range would be invalid', (label, day, range) => {
  const onRange = vi.fn()
  show(<PeriodChoice range={{ start: '2025-05-01', end: '2025-05-31' }} onRange={onRange} />)
  fireEvent.change(screen.getByLabelText(label), { target: { value: day } })
  expect(onRange.mock.calls).toEqual([[range]])
})
