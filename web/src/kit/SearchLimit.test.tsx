import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { SearchLimit } from './SearchLimit.tsx'

test('a search that reaches the limit says that not all of its hits are shown', () => {
  show(<SearchLimit found={5_000} />)
  expect(screen.getByRole('status').textContent).toContain('5,000 hits or more')
})

test.each([[undefined], [0], [4_999]])('found %s: nothing to say', (found) => {
  show(<SearchLimit found={found} />)
  expect(screen.queryByRole('status')).toBeNull()
})
