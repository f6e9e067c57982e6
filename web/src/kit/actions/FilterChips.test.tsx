import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FilterChips } from './FilterChips.tsx'

test('a chosen chip beyond the edge of its row is scrolled into it', () => {
  const rightOf = (element: Element) => (element.textContent === 'Admins' ? 600 : 390)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { right: rightOf(this) } as DOMRect
  })
  const options = ['All', 'Admins'].map((value) => ({ value, label: value }))
  const show = (value: string) => <FilterChips label="Show" value={value} options={options} onChange={() => {}} />
  const { getByRole, rerender } = render(show('All'))
  expect(getByRole('group').scrollLeft).toBe(0)
  rerender(show('Admins'))
  expect(getByRole('group').scrollLeft).toBe(210)
})
