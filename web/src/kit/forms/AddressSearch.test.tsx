import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { AddressSearch } from './AddressSearch.tsx'

test('Back brings the words of the address before, and nothing searches for the later ones again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const onSearch = vi.fn()
    const search = (value: string) => <AddressSearch label="Search" value={value} onSearch={onSearch} />
    const { rerender } = show(search(''))
    const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).type(input, 'asha{Enter}')
    expect(onSearch).toHaveBeenLastCalledWith('asha')
    rerender(search('asha'))
    onSearch.mockClear()
    rerender(search(''))
    expect(input.value).toBe('')
    vi.advanceTimersByTime(1_000)
    expect(onSearch).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})
