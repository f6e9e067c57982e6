import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { signInAs } from '../testing/signInAs.ts'
import { ClosedUser } from './ClosedUser.tsx'

test('the locked records of a closed account have a heading right below the page’s heading', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ id: 7, closed_at: '2026-04-01T06:00:00.000Z', locked_records: [] }),
  )
  signInAs('owner')
  show(<ClosedUser id={7} />)
  await screen.findByRole('heading', { level: 2, name: 'Locked identity records' })
  expect(screen.getByRole('heading', { level: 1, name: 'Closed account #7' })).toBeDefined()
  expect(screen.getByText('None are kept.')).toBeDefined()
})

test('a number that never existed is not called a closed account', async () => {
  const gone = { code: 'not_found', message: 'This does not exist (any more).' }
  vi.stubGlobal('fetch', async () => Response.json(gone, { status: 404 }))
  signInAs('owner')
  show(<ClosedUser id={2_000_000_000} />)
  await screen.findByText('No user has this number')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBe(null)
  expect(screen.queryByText(/Closed account/)).toBe(null)
})
