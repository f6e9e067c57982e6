import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { Table } from './Table.tsx'

test('a heading that orders the list says how it is ordered and changes it; the others are plain', () => {
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
