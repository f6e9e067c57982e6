import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { Finished } from './Finished.tsx'

test('claimed investments that could not be fetched show an error', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'The database rests.', code: 'broken' }, { status: 500 }))
  show(<Finished />)
  const claimed = await screen.findByRole('region', { name: 'Claimed' })
  expect(within(claimed).getByText('The database rests.')).toBeDefined()
  expect(within(claimed).getByRole('button', { name: 'Retry' })).toBeDefined()
})
