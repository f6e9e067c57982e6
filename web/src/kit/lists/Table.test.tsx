import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { Table } from './Table.tsx'

test('a sortable header shows the order and changes it; the others are plain', () => {
  const onSort = vi.fn<() => void>()
  show(
    <Table
      caption="Deposits"
      rows={[{ id: 1 }]}
      rowKey={(row) => row.id}
      columns={[
        { key: 'id', header: 'Number', cell: (row) => row.id },
        { key: 'amount', header: 'Asked', cell: () => '₹5', sort: { direction: 'descending', onSort } },
      ]}
    />,
  )
  expect(screen.getByRole('columnheader', { name: 'Asked' }).getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByRole('columnheader', { name: 'Number' }).hasAttribute('aria-sort')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Asked' }))
  expect(onSort).toHaveBeenCalledOnce()
})

test('if the focused row disappears, the one in its place gets the focus; otherwise the focus stays', () => {
  const table = (ids: number[]) => (
    <Table
      caption="Lines"
      rows={ids.map((id) => ({ id }))}
      rowKey={(row) => row.id}
      columns={[{ key: 'id', header: 'Line', cell: (row) => <button type="button">{`Approve ${row.id}`}</button> }]}
    />
  )
  const press = (name: string) => act(() => screen.getByRole('button', { name }).focus())
  const { rerender } = show(table([1, 2, 3]))
  press('Approve 2')
  rerender(table([1, 3]))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Approve 3' }))
  rerender(table([1]))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Approve 1' }))
  act(() => screen.getByRole('button', { name: 'Approve 1' }).blur())
  rerender(table([4]))
  expect(document.activeElement).toBe(document.body)
})

test('if the last row disappears with the list, the page’s heading gets its focus', () => {
  const page = (isEmpty: boolean) => (
    <main id="main">
      <h1 tabIndex={-1}>Lines</h1>
      {!isEmpty && (
        <Table
          caption="Lines"
          rows={[{ id: 1 }]}
          rowKey={(row) => row.id}
          columns={[{ key: 'id', header: 'Line', cell: () => <button type="button">Approve</button> }]}
        />
      )}
    </main>
  )
  const { rerender } = show(page(false))
  act(() => screen.getByRole('button', { name: 'Approve' }).focus())
  rerender(page(true))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Lines' }))
})
