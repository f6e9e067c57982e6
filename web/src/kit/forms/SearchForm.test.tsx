import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SearchForm } from './SearchForm.tsx'

const onSearch = vi.fn<(text: string) => void>()
const form = (value: string) => <SearchForm label="Search" value={value} onSearch={onSearch} />
const field = () => screen.getByLabelText<HTMLInputElement>('Search')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const rest = () => act(() => vi.runAllTimers())

beforeEach(() => vi.useFakeTimers())

test('searches once the typing pauses, and not again for the address’s own search', () => {
  const { rerender } = render(form(''))
  type('as')
  type('asha ')
  rest()
  expect(onSearch.mock.calls).toEqual([['asha']])
  rerender(form('asha'))
  rest()
  expect(onSearch).toHaveBeenCalledTimes(1)
})

test('a search removed from outside stays removed, and one set from outside appears in the field', () => {
  const { rerender } = render(form(''))
  type('asha')
  rest()
  rerender(form('asha'))
  rerender(form(''))
  rest()
  expect(field().value).toBe('')
  rerender(form('asha'))
  rest()
  expect(field().value).toBe('asha')
  expect(onSearch).toHaveBeenCalledTimes(1)
})

test('leaving the field searches immediately for typed text that is not searched yet', () => {
  const { rerender } = render(form(''))
  type('asha')
  fireEvent.blur(field())
  expect(onSearch.mock.calls).toEqual([['asha']])
  rerender(form('asha'))
  fireEvent.blur(field())
  rest()
  expect(onSearch).toHaveBeenCalledTimes(1)
})

test('what is typed while the field’s own search arrives is kept', () => {
  const { rerender } = render(form(''))
  type('as')
  rest()
  type('asha')
  rerender(form('as'))
  expect(field().value).toBe('asha')
  rest()
  expect(onSearch.mock.calls).toEqual([['as'], ['asha']])
})
