import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { ImportDialog } from './ImportDialog.tsx'

const found = (lines: number) =>
  Response.json({
    format: 'csv',
    first_day: '2026-11-20',
    last_day: '2026-11-21',
    opening_balance: null,
    closing_balance: null,
    sum_in: 100,
    sum_out: 0,
    lines,
    headings: ['Date', 'Amount'],
    columns: { date: 'Date', amount: 'Amount' },
    is_readable: true,
    first_lines: [],
    known: 0,
    is_known_file: false,
    skipped: 0,
    skipped_rows: [],
  })

test('of two files chosen one after the other the second is shown, however late the first was read', async () => {
  const replies: Record<string, (reply: Response) => void> = {}
  vi.stubGlobal('fetch', async (address: string, sent?: RequestInit) => {
    if (!address.endsWith('/preview')) return Response.json([{ id: 1, method_id: null, name: 'HDFC', last_day: null }])
    const { file_name: name } = JSON.parse(String(sent?.body))
    return new Promise<Response>((resolve) => (replies[name] = resolve))
  })
  show(<ImportDialog onClose={vi.fn()} />)
  const input = await screen.findByLabelText<HTMLInputElement>('File')
  for (const name of ['wrong.csv', 'right.csv']) {
    await userEvent.upload(input, new File(['date,amount'], name, { type: 'text/csv' }))
    await waitFor(() => expect(replies[name]).toBeDefined())
  }
  act(() => replies['right.csv']?.(found(2)))
  await screen.findByRole('button', { name: 'Import 2 new lines' })
  await act(async () => replies['wrong.csv']?.(found(120)))
  screen.getByRole('button', { name: 'Import 2 new lines' })
})
