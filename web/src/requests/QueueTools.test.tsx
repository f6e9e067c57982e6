import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { changedSearch } from '../kit/lists/addressSearch.ts'
import { show } from '../testing/show.tsx'
import { filterOf, type NarrowedBy, type QueueSearch } from './queueFilter.ts'
import { QueueTools } from './QueueTools.tsx'

const ofMoney = ['flagged', 'type', 'day', 'amount', 'late'] as const

function Tools({ from, by = ofMoney }: { from: QueueSearch; by?: readonly NarrowedBy[] }) {
  const [search, setSearch] = useState(from)
  return (
    <>
      <QueueTools
        search={search}
        onSearch={(change) => setSearch((before) => changedSearch(before, change))}
        searchLabel="Search"
        order={by.includes('amount') ? 'oldest' : undefined}
        by={by}
      />
      <output>{JSON.stringify(search)}</output>
      <button type="button" onClick={() => setSearch({ type: 'upi' })}>
        Back
      </button>
    </>
  )
}
const address = () => JSON.parse(screen.getByRole('status').textContent) as QueueSearch
const open = () => screen.getByRole('button', { name: 'Filters' })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a list’s filters are in the address, from its first page and without an opened row', async () => {
  show(<Tools from={{ status: 'approved', page: 3, id: 12 }} />)
  expect(screen.queryByLabelText('Method')).toBeNull()
  fireEvent.click(open())
  await screen.findByLabelText('Method')
  type('Search', 'asha')
  fireEvent.submit(screen.getByRole('search'))
  expect(address()).toEqual({ status: 'approved', search: 'asha' })
  type('Search', '')
  fireEvent.submit(screen.getByRole('search'))
  type('Method', 'bank')
  type('From', '2026-03-01')
  type('To', '2026-03-31')
  type('At least', '1,000')
  type('At most', '2500.5')
  fireEvent.click(screen.getByLabelText('Waiting too long'))
  expect(address()).toEqual({
    status: 'approved',
    type: 'bank',
    from: '2026-03-01',
    to: '2026-03-31',
    least: '1000',
    most: '2500.5',
    late: 'true',
  })
  fireEvent.click(screen.getByText('Show all again'))
  expect(address()).toEqual({ status: 'approved' })
  expect(screen.queryByText('Show all again')).toBeNull()
})

test('another order begins with its first page', () => {
  show(<Tools from={{ status: 'approved', page: 3 }} />)
  type('Order', 'amount')
  expect(address()).toEqual({ status: 'approved', sort: 'amount' })
})

test('a filtered list shows its filters, and closing them removes them', async () => {
  show(<Tools from={{ from: '2026-03-01' }} />)
  expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe('2026-03-01')
  fireEvent.click(open())
  expect(address()).toEqual({})
  expect(screen.queryByLabelText('From')).toBeNull()
})

test('a list that Back filters again shows its filters again', async () => {
  show(<Tools from={{ type: 'upi' }} />)
  await screen.findByLabelText('Method')
  fireEvent.click(open())
  expect(address()).toEqual({})
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect((await screen.findByLabelText<HTMLSelectElement>('Method')).value).toBe('upi')
})

test('an alert about a late queue opens it filtered by waiting time', async () => {
  show(<Tools from={{ late: 'true' }} />)
  expect((await screen.findByLabelText<HTMLInputElement>('Waiting too long')).checked).toBe(true)
  expect(filterOf('deposit', address())).toMatchObject({ status: 'pending', late: 'true' })
  fireEvent.click(screen.getByLabelText('Waiting too long'))
  expect(address()).toEqual({})
})

test('a list without money has only the filters for days and waiting time', async () => {
  show(<Tools from={{ from: '2026-03-01' }} by={['flagged', 'day', 'late']} />)
  expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe('2026-03-01')
  fireEvent.click(screen.getByLabelText('Waiting too long'))
  expect(address()).toEqual({ from: '2026-03-01', late: 'true' })
  for (const label of ['Method', 'At least', 'At most', 'Order']) expect(screen.queryByLabelText(label)).toBeNull()
})

test('a list that never waits has only the filters for days and amounts', async () => {
  show(<Tools from={{ least: '100' }} by={['day', 'amount']} />)
  expect((await screen.findByLabelText<HTMLInputElement>('At least')).value).toBe('100')
  type('To', '2026-03-31')
  expect(address()).toEqual({ least: '100', to: '2026-03-31' })
  expect(screen.getByLabelText('Order')).toBeTruthy()
  for (const label of ['Method', 'Flagged', 'Waiting too long']) expect(screen.queryByLabelText(label)).toBeNull()
})

test('invalid amounts and methods in an address filter nothing', () => {
  expect(filterOf('deposit', { type: 'cash', least: 'ten', most: '10.50' })).toEqual({
    status: 'pending',
    most: 1050n,
  })
})
