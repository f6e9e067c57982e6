import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { SearchLimit } from './SearchLimit.tsx'

test('a search with more matches than the limit says so', () => {
  show(<SearchLimit isCut />)
  expect(screen.getByRole('status').textContent).toContain('5,000 or more people or entries')
})

test.each([[undefined], [false]])('cut: %s: shows nothing', (isCut) => {
  show(<SearchLimit isCut={isCut} />)
  expect(screen.queryByRole('status')).toBeNull()
})
