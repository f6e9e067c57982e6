import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { Tabs } from './Tabs.tsx'

const tabs = [
  { id: 'pending', label: 'Pending', count: 104_779 },
  { id: 'approved', label: 'Approved' },
  { id: 'rejected', label: 'Rejected' },
] as const

function Example() {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('pending')
  return (
    <Tabs label="Deposits" tabs={tabs} selected={selected} onSelect={setSelected}>
      List of {selected}
    </Tabs>
  )
}

test('arrow keys, Home and End choose a tab and move the focus', async () => {
  show(<Example />)
  await userEvent.click(screen.getByRole('tab', { name: /Pending/ }))
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Rejected', selected: true }))
  expect(screen.getByRole('tabpanel', { name: 'Rejected' }).textContent).toBe('List of rejected')
  await userEvent.keyboard('{Home}{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Approved', selected: true }))
})

test('a count uses Indian grouping', () => {
  show(<Example />)
  expect(screen.getByRole('tab', { name: /^Pending ?1,04,779$/ })).toBeTruthy()
})

test('the selected tab is scrolled into view again when counts have widened the row', () => {
  const row = (count?: number) => (
    <Tabs
      label="Deposits"
      tabs={tabs.map(({ id, label }) => ({ id, label, count }))}
      selected="rejected"
      onSelect={vi.fn()}
    >
      List
    </Tabs>
  )
  const { rerender } = show(row())
  const scrolled = vi.fn<(left: number) => void>()
  Object.defineProperty(screen.getByRole('tablist'), 'scrollLeft', { set: scrolled })
  rerender(row())
  expect(scrolled).not.toHaveBeenCalled()
  rerender(row(12))
  expect(scrolled).toHaveBeenCalledOnce()
})
