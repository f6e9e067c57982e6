import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import PayoutBatchPage from './PayoutBatchPage.tsx'

test.each(['2000000000', '99999999999'])('an address with %s, which no batch has, says so', async (id) => {
  const gone = { code: 'not_found', message: 'This does not exist (any more).' }
  vi.stubGlobal('fetch', async () => Response.json(gone, { status: 404 }))
  signInAs('finance')
  const address = `/admin/payout-batches/${id}`
  showPage({ path: '/admin/payout-batches/$id', component: PayoutBatchPage, address })
  await screen.findByText('No batch has this number')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})
