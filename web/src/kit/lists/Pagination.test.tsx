import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { pageLinks, Pagination } from './Pagination.tsx'

test.each([
  [1, 1, '1'],
  [1, 5, '1 2 3 4 5'],
  [1, 6, '1 2 3 4 5 6'],
  [1, 12, '1 2 3 4 5 … 12'],
  [6, 12, '1 2 3 4 5 6 … 12'],
  [8, 12, '1 2 3 4 5 … 8 … 12'],
  [12, 12, '1 2 3 4 5 … 12'],
])('on page %i of %i it shows %s', (page, lastPage, shown) => {
  expect(
    pageLinks(page, lastPage)
      .map((link) => link ?? '…')
      .join(' '),
  ).toBe(shown)
})

test('one page needs no links', () => {
  show(<Pagination page={1} lastPage={1} onPage={() => {}} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('a click requests that page, and the current one is marked', async () => {
  const onPage = vi.fn()
  show(<Pagination page={2} lastPage={9} onPage={onPage} />)
  expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(screen.getByRole('button', { name: 'Page 9' }))
  expect(onPage).toHaveBeenCalledWith(9)
})

test('a page behind the last one is replaced by the last one, once', () => {
  const onPage = vi.fn()
  const { rerender } = show(<Pagination page={2} lastPage={1} onPage={onPage} />)
  rerender(<Pagination page={2} lastPage={1} onPage={onPage} />) // until the previous page is loaded
  expect(onPage.mock.calls).toEqual([[1, true]])
  rerender(<Pagination page={1} lastPage={1} onPage={onPage} />)
  expect(onPage).toHaveBeenCalledTimes(1)
})
