import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { TextInput } from './TextInput.tsx'
import { useTypedDay } from './useTypedDay.ts'

/** An address that changes only on demand. */
function Page() {
  const [address, setAddress] = useState('')
  const [asked, setAsked] = useState('')
  return (
    <>
      <TextInput type="date" aria-label="From" {...useTypedDay(address, setAsked)} />
      <button type="button" onClick={() => setAddress(asked)}>
        Follow
      </button>
      <button type="button" onClick={() => setAddress('')}>
        Show all again
      </button>
    </>
  )
}
const field = () => screen.getByLabelText<HTMLInputElement>('From')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a field shows what is typed before the address has it, and the address’s value once it loses the focus', () => {
  show(<Page />)
  fireEvent.change(field(), { target: { value: '0002-05-01' } }) // the year's first digit
  expect(field().value).toBe('0002-05-01')
  fireEvent.change(field(), { target: { value: '2026-05-01' } })
  press('Follow')
  expect(field().value).toBe('2026-05-01')
  fireEvent.blur(field())
  expect(field().value).toBe('2026-05-01')
  press('Show all again')
  expect(field().value).toBe('')
})
