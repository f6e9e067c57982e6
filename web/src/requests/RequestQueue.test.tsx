import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changedSearch } from '../kit/lists/addressSearch.ts'
import { show } from '../testing/show.tsx'
import type { QueueSearch } from './queueFilter.ts'
import { type ConfirmProps, RequestQueue } from './RequestQueue.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

const confirms: Record<number, ConfirmProps> = {}

/** A queue with record number 1 open, whose list has these rows on its last page. */
function Queue({ ids, page, lastPage = page }: { ids: readonly number[]; page?: number; lastPage?: number }) {
  const [search, setSearch] = useState<QueueSearch>({ id: 1, ...(page && { page }) })
  const confirm = ({ id }: { id: number }, dialog: ConfirmProps) => {
    confirms[id] = dialog
    return <p>Confirm {id}</p>
  }
  return (
    <>
      <RequestQueue
        kind="kyc"
        caption="Documents"
        search={search}
        onSearch={(change) => setSearch((before) => changedSearch(before, change))}
        searchLabel="Search"
        columns={[{ key: 'number', header: 'Number', cell: ({ id }) => `Row ${id}` }]}
        list={{
          data: {
            data: ids.map((id) => ({ id, marks: { flags: [], assigned_to: null } })),
            pagination: { current_page: search.page ?? 1, last_page: lastPage ?? 1 },
          },
          isPending: false,
          isPlaceholderData: false,
          isFetching: false,
          refetch: () => {},
        }}
        failure="Failed"
        empty={{ waiting: 'Nothing waits', search: 'Nothing fits' }}
        rowKey={({ id }) => id}
        askedAt={() => undefined}
        document={({ id }, acts) => (
          <>
            <input aria-label={`Note on ${id}`} />
            <button type="button" onClick={acts.approve}>
              Approve {id}
            </button>
          </>
        )}
        mayDecide
        confirms={{ approve: confirm, reject: confirm, revoke: confirm }}
      />
      <output aria-label="Address">{JSON.stringify(search)}</output>
      <button type="button" onClick={() => setSearch({ id: 2 })}>
        Open 2
      </button>
    </>
  )
}
const address = () => JSON.parse(screen.getByRole('status', { name: 'Address' }).textContent) as QueueSearch
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a record stays open while somebody types into it, even if somebody else decides it', async () => {
  const { rerender } = show(<Queue ids={[1, 2]} />)
  const note = screen.getByLabelText<HTMLInputElement>('Note on 1')
  await userEvent.type(note, 'Seen ')
  rerender(<Queue ids={[2]} />)
  await userEvent.keyboard('again') // A would approve
  expect(note.value).toBe('Seen again')
  expect(document.activeElement).toBe(note)
  expect(screen.queryByText(/^Confirm/)).toBeNull()
  await userEvent.tab()
  await press('Approve 1') // the server will refuse if another admin was first
  screen.getByText('Confirm 1')
  act(() => confirms[1]?.onClose())
  await press('Open 2')
  expect(screen.queryByLabelText('Note on 1')).toBeNull()
  screen.getByLabelText('Note on 2')
})

test('the last record of a list stays open too, until the admin goes back to the list', async () => {
  const { rerender } = show(<Queue ids={[1]} />)
  await userEvent.type(screen.getByLabelText('Note on 1'), 'Seen')
  rerender(<Queue ids={[]} />)
  expect(document.activeElement).toBe(screen.getByLabelText('Note on 1'))
  act(() => screen.getByLabelText('Note on 1').blur())
  screen.getByLabelText('Note on 1')
  await press('Back to the list')
  expect(screen.queryByLabelText('Note on 1')).toBeNull()
  screen.getByText('Nothing waits', { exact: false })
})

test('the record that the address names stays open, and says so, when it leaves the page', async () => {
  const { rerender } = show(<Queue ids={[1, 2]} />)
  await press('Open 2')
  const left = /^This is no longer in the list/
  expect(screen.queryByText(left)).toBeNull()
  rerender(<Queue ids={[1, 3]} />)
  screen.getByText(left)
  expect(screen.queryByRole('button', { name: 'Approve 1' })).toBeNull()
  await press('Approve 2')
  screen.getByText('Confirm 2')
})

test('if the page itself is gone, its record stays open on the one before it', async () => {
  const { rerender } = show(<Queue ids={[1]} page={2} />)
  screen.getByRole('button', { name: 'Approve 1' })
  rerender(<Queue ids={[5, 6]} page={2} lastPage={1} />)
  expect(address()).toEqual({ id: 1, page: 1 })
  screen.getByRole('button', { name: 'Approve 1' })
})

test('a decision whose dialog was left before the reply has no further effects', async () => {
  show(<Queue ids={[1, 2, 3]} />)
  await press('Approve 1')
  const first = confirms[1]
  act(() => first?.onClose())
  await press('Open 2')
  await press('Approve 2')
  act(() => first?.onDone())
  screen.getByText('Confirm 2')
  expect(address()).toEqual({ id: 2 })
  act(() => confirms[2]?.onDone())
  expect(screen.queryByText(/^Confirm/)).toBeNull()
  expect(address()).toEqual({ id: 3 })
})
