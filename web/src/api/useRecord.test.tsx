import { listMyDeposits } from '@bittkosh/contract/deposits'
import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient, readingPages } from './queries.ts'
import { useRecord } from './useRecord.ts'

const deposit = (id: number) => ({
  id,
  number: `N${id}`,
  requested_amount: 1000,
  approved_amount: null,
  transaction_id: `UTR${id}`,
  status: 'rejected',
  admin_note: null,
  created_at: new Date(0).toISOString(),
  decided_at: null,
  reversed_at: null,
  reversal_reason: null,
  method: { id: 1, name: 'UPI', type: 'upi', payee_since: null },
  package: null,
  usdt_amount: null,
  usdt_rate: null,
  usdt_rate_is_fallback: false,
  user: { name: 'Asha Rao', email: 'asha@example.test' },
})

const server = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockImplementation(async (address) => {
    const page = Number(new URL(String(address), 'http://test').searchParams.get('cursor') ?? 1)
    return Response.json({ data: [deposit(page * 10)], next_cursor: page < 3 ? String(page + 1) : null })
  })
})

function Shown({ id }: { id: number | undefined }) {
  const { record, isLooking } = useRecord(useInfiniteQuery(readingPages(listMyDeposits)), id)
  return <p>{isLooking ? 'looking' : (record?.number ?? 'none')}</p>
}
const show = (id: number | undefined) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shown id={id} />
    </QueryClientProvider>,
  )

test.each([
  ['on the first page', 10, 'N10', 1],
  ['two pages on', 30, 'N30', 3],
  ['nowhere', 99, 'none', 3],
  ['not asked for', undefined, 'none', 1],
])('a record %s', async (_where, id, said, pages) => {
  show(id)
  expect(await screen.findByText(said)).toBeTruthy()
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(pages))
})
