import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { AmountInput } from './AmountInput.tsx'
import { plainAmount, readAmount } from './amountText.ts'
import { Field } from './Field.tsx'

test.each([
  ['pasted with sign and commas', '₹1,00,000.50', '100000.50'],
  ['pasted with an abbreviation', 'Rs. 5,000.50', '5000.50'],
  ['pasted with one in Hindi', 'रु. 5,000', '5000'],
  ['a third decimal is dropped', '10.507', '10.50'],
  ['leading zeros', '00750', '750'],
  ['a point first', '.5', '0.5'],
  ['two points', '1.2.3', '1.23'],
  ['Devanagari digits', '१२३', '123'],
  ['Bengali and wide digits', '১２৩', '123'],
  ['letters', 'abc', ''],
  ['a minus is not an amount', '-5', '5'],
])('reads %s', (_what, typed, plain) => {
  expect(plainAmount(typed, 2)).toBe(plain)
})

test('an unfinished amount counts as far as it is typed', () => {
  expect(readAmount('100.')).toBe(10_000n)
  expect(readAmount('')).toBeNull()
})

function Form({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <Field label="Amount">
      <AmountInput value={value} onChange={setValue} chips={[{ label: 'Minimum', value: '1000' }]} />
    </Field>
  )
}

function amountField(): HTMLInputElement {
  return screen.getByLabelText('Amount')
}

test('groups lakhs while a person types', async () => {
  show(<Form />)
  await userEvent.type(amountField(), '1234567.89')
  expect(amountField().value).toBe('12,34,567.89')
})

test('the caret stays where the person is correcting', async () => {
  show(<Form start="1234567" />)
  const field = amountField()
  await userEvent.click(field)
  field.setSelectionRange(5, 5) // 12,34|,567
  await userEvent.keyboard('9')
  expect(field.value).toBe('1,23,49,567')
  expect(field.selectionStart).toBe(7) // 1,23,49|,567
})

test('a chip fills the amount in', async () => {
  show(<Form />)
  await userEvent.click(screen.getByRole('button', { name: 'Minimum' }))
  expect(amountField().value).toBe('1,000')
})
