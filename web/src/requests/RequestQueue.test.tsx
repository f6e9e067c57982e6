import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RequestKind } from '@bittkosh/contract/requestStates'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changedSearch } from '../kit/lists/addressSearch.ts'
import { queryClient } from '../api/queries.ts'
import { openProposals } from '../testing/proposal.ts'
import { show } from '../testing/show.tsx'
import type { QueueSearch } from './queueFilter.ts'
import { type ConfirmProps, RequestQueue } from './RequestQueue.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

const confirms: Record<number, ConfirmProps> = {}

type QueueProps = { ids: readonly number[]; from?: QueueSearch; lastPage?: number; kind?: RequestKind }

/** A queue that is opened at `from`, at record number 1 unless it says otherwise, and whose list has these rows. */
function Queue({ ids, from = { id: 1 }, lastPage = from.page ?? 1, kind = 'kyc' }: QueueProps) {
  const [search, setSearch] = useState(from)
  const confirm = ({ id }: { id: number }, dialog: ConfirmProps) => {
    confirms[id] = dialog
    return <p>Confirm {id}</p>
  }
  return (
    <>
      <RequestQueue
        kind={kind as 'kyc'} // every kind has its first two acts
        caption="Documents"
        search={search}
        onSearch={(change) => setSearch((before) => changedSearch(before, change))}
        searchLabel="Search"
        columns={[{ key: 'number', header: 'Number', cell: ({ id }) => `Row ${id}` }]}
        list={{
          data: {
            data: ids.map((id) => ({ id, marks: { flags: [], assigned_to: null } })),
            pagination: { current_page: search.page ?? 1, last_page: lastPage },
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

const left = () => screen.queryByText(/^This is no longer in the list/)
const widen = () => vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))

test.each([
  ['beside the list', widen],
  ['on a phone', () => {}],
])('the record that the address names stays open when it leaves the page, and says so: %s', async (_where, widened) => {
  widened()
  const { rerender } = show(<Queue ids={[1, 2]} />)
  await press('Open 2')
  expect(left()).toBeNull()
  rerender(<Queue ids={[1, 3]} />)
  expect(left()).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Approve 1' })).toBeNull()
  await press('Approve 2')
  screen.getByText('Confirm 2')
})

test('so does the first one, which is open without being named', async () => {
  widen()
  const { rerender } = show(<Queue ids={[1, 2]} from={{}} />)
  rerender(<Queue ids={[7, 2]} from={{}} />)
  expect(left()).not.toBeNull()
  await userEvent.keyboard('a')
  screen.getByText('Confirm 1')
  act(() => confirms[1]?.onClose())
  await userEvent.keyboard('j')
  screen.getByRole('button', { name: 'Approve 7' })
  expect(left()).toBeNull()
})

test.each([
  ['j', 3],
  ['k', 1],
])('the keys go on from where the record was that has left: %s', async (key, opened) => {
  widen()
  const { rerender } = show(<Queue ids={[1, 2, 3, 4]} from={{ id: 2 }} />)
  rerender(<Queue ids={[1, 3, 4]} from={{ id: 2 }} />)
  screen.getByRole('button', { name: 'Approve 2' })
  await userEvent.keyboard(key)
  expect(address()).toEqual({ id: opened })
})

test('a decision on a record that has left opens the one after it', async () => {
  widen()
  const { rerender } = show(<Queue ids={[1, 2, 3, 4]} from={{ id: 2 }} />)
  rerender(<Queue ids={[1, 3, 4]} from={{ id: 2 }} />)
  await press('Approve 2')
  act(() => confirms[2]?.onDone())
  screen.getByRole('button', { name: 'Approve 3' })
  expect(address()).toEqual({ id: 3 })
})

test('Back to another record closes the confirm dialog of this one, and a late reply does not lead away', async () => {
  show(<Queue ids={[1, 2, 3]} />)
  await press('Approve 1')
  const first = confirms[1]
  await press('Open 2')
  expect(screen.queryByText(/^Confirm/)).toBeNull()
  act(() => first?.onDone())
  expect(address()).toEqual({ id: 2 })
})

test('if its page is gone, it stays open beside the page before', () => {
  widen()
  const at = { id: 1, page: 2 }
  const { rerender } = show(<Queue ids={[1]} from={at} />)
  rerender(<Queue ids={[5, 6]} from={at} lastPage={1} />)
  expect(address()).toEqual({ id: 1, page: 1 })
  screen.getByRole('button', { name: 'Approve 1' })
})

test.each([
  ['of several', [1, 2], [2], 'Approve 2'],
  ['the only one', [1], [], null],
])('a record that was decided here does not stay: %s', async (_which, before, after, opened) => {
  widen()
  const { rerender } = show(<Queue ids={before} from={{}} />)
  await press('Approve 1')
  act(() => confirms[1]?.onDone())
  rerender(<Queue ids={after} from={{}} />)
  expect(screen.queryByRole('button', { name: /^Approve/ })?.textContent ?? null).toBe(opened)
  expect(left()).toBeNull()
})

/** A queue beside whose list the only request was decided; returns what happens once the list is loaded again. */
async function decideTheOnlyOne() {
  widen()
  const scrolls = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { rerender } = show(<Queue ids={[1]} from={{}} />)
  await press('Approve 1')
  act(() => confirms[1]?.onDone())
  return () => {
    rerender(<Queue ids={[]} from={{}} />)
    return scrolls.mock.calls.map(([how]) => how)
  }
}

test('after the last decision the focus goes to the empty list, and the tabs stay in view', async () => {
  const loadAgain = await decideTheOnlyOne()
  expect(loadAgain()).toEqual([{ block: 'nearest' }])
  expect(document.activeElement?.textContent).toContain('Nothing waits')
})

test.each([
  ['presses something', (search: HTMLElement) => userEvent.click(search)],
  [
    'goes on with Tab',
    async (search: HTMLElement) => {
      while (document.activeElement !== search) await userEvent.tab()
    },
  ],
])('whoever %s before that keeps the focus there, and nothing moves', async (_how, moveOnTo) => {
  const loadAgain = await decideTheOnlyOne()
  const search = screen.getByRole('searchbox')
  await moveOnTo(search)
  expect(loadAgain()).toEqual([])
  expect(document.activeElement).toBe(search)
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

test.each<[RequestKind, boolean]>([
  ['deposit', true],
  ['withdrawal', false], // it may have been paid
])('while its approval is proposed, a %s can be rejected: %s', async (kind, isRejected) => {
  vi.stubGlobal('fetch', async () => Response.json(openProposals({ record: { kind, id: 1, name: null } })))
  const routeTree = createRootRoute({ component: () => <Queue ids={[1]} kind={kind} /> })
  show(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />)
  await screen.findByText(/^Meera proposed/)
  await userEvent.keyboard('ar')
  expect(screen.queryByText('Confirm 1') !== null).toBe(isRejected)
  queryClient.clear()
})
