import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { PagedList } from './PagedList.tsx'

const fetchNextPage = vi.fn()
const query = {
  isPending: false,
  data: { pages: [{ data: ['Asha'] }] },
  isFetching: false,
  refetch: vi.fn(),
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage,
}
const list = (change: Partial<typeof query>) => (
  <PagedList
    query={{ ...query, ...change }}
    skeleton={{ rows: 1, height: 40 }}
    failure="Failed to load data"
    empty={null}
  >
    {(rows) => rows}
  </PagedList>
)

test('older entries that could not be loaded are reported above the button, until it is clicked again', async () => {
  const { rerender } = show(list({ isFetchNextPageError: true }))
  expect(screen.getByRole('alert').textContent).toBe('Failed to load data')
  expect(screen.getByText('Asha')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  expect(fetchNextPage).toHaveBeenCalledOnce()
  rerender(list({ isFetchNextPageError: true, isFetchingNextPage: true }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('without a failure there is only the button, and at the end of the list not even that', () => {
  const { rerender } = show(list({}))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('button', { name: 'Show older' })).toBeDefined()
  rerender(list({ hasNextPage: false }))
  expect(screen.queryByRole('button')).toBeNull()
})

test('the end that was reached with the button says so and has its focus', async () => {
  const { rerender } = show(list({}))
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  rerender(list({ hasNextPage: false }))
  expect(document.activeElement).toBe(screen.getByText('That’s everything'))
})

test('a first page with nothing that the list shows is not the end of the list', () => {
  const nothing = (hasNextPage: boolean) => (
    <PagedList
      query={{ ...query, data: { pages: [{ data: [] }] }, hasNextPage }}
      skeleton={{ rows: 1, height: 40 }}
      failure="Failed to load data"
      empty="nothing yet"
    >
      {() => null}
    </PagedList>
  )
  const { rerender } = show(nothing(true))
  expect(screen.getByRole('button', { name: 'Show older' })).toBeDefined()
  expect(screen.queryByText('nothing yet')).toBeNull()
  rerender(nothing(false))
  expect(screen.getByText('nothing yet')).toBeDefined()
})
