import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import ImportDialog from './ImportDialog.tsx'

const found = (lines: number, known = 0, change: object = {}) =>
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
    known,
    is_known_file: false,
    skipped: 0,
    skipped_rows: [],
    ...change,
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

test('the preview of another account is gone at once, and only a new one can be imported', async () => {
  const looked: { account: unknown; reply: (reply: Response) => void }[] = []
  vi.stubGlobal('fetch', async (address: string, sent?: RequestInit) => {
    if (!address.endsWith('/preview')) return Response.json([{ id: 1, method_id: null, name: 'HDFC', last_day: null }])
    const { account } = JSON.parse(String(sent?.body))
    return new Promise<Response>((reply) => looked.push({ account, reply }))
  })
  show(<ImportDialog onClose={vi.fn()} />)
  const input = await screen.findByLabelText<HTMLInputElement>('File')
  await userEvent.upload(input, new File(['date,amount'], 'hdfc.csv', { type: 'text/csv' }))
  await waitFor(() => expect(looked).toHaveLength(1))
  act(() => looked[0]?.reply(found(2, 2)))
  await screen.findByRole('button', { name: 'Import 0 new lines' })
  screen.getByText(/are known from other files/)

  const isGone = () => {
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
    expect(screen.queryByText(/are known from other files/)).toBeNull()
  }
  await userEvent.selectOptions(screen.getByLabelText('Account'), 'Another account')
  isGone()
  await userEvent.type(screen.getByLabelText('Name of the account'), 'SBI')
  await userEvent.tab()
  await waitFor(() => expect(looked).toHaveLength(2))
  isGone()
  act(() => looked[1]?.reply(found(2)))
  await screen.findByRole('button', { name: 'Import 2 new lines' })
  await userEvent.type(screen.getByLabelText('Name of the account'), ' 2')
  isGone()
  await userEvent.tab()
  await waitFor(() =>
    expect(looked.map(({ account }) => account)).toEqual([{ account_id: 1 }, { name: 'SBI' }, { name: 'SBI 2' }]),
  )
})

test('of several accounts one must be chosen before a file', async () => {
  const looked: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, sent?: RequestInit) => {
    const both = [1, 2].map((id) => ({ id, method_id: null, name: `HDFC ${id}`, last_day: null }))
    if (!address.endsWith('/preview')) return Response.json(both)
    looked.push(JSON.parse(String(sent?.body)).account)
    return found(2)
  })
  show(<ImportDialog onClose={vi.fn()} />)
  const input = await screen.findByLabelText<HTMLInputElement>('File')
  expect(screen.getByLabelText('Account')).toHaveProperty('value', '')
  expect(input.disabled).toBe(true)
  await userEvent.selectOptions(screen.getByLabelText('Account'), 'HDFC 2')
  await userEvent.upload(input, new File(['date,amount'], 'hdfc.csv', { type: 'text/csv' }))
  await screen.findByRole('button', { name: 'Import 2 new lines' })
  expect(looked).toEqual([{ account_id: 2 }])
})

test('while other columns are looked at nothing can be imported', async () => {
  let looks = 0
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.endsWith('/preview')) return Response.json([{ id: 1, method_id: null, name: 'HDFC', last_day: null }])
    looks += 1
    return looks === 1 ? found(2) : new Promise<Response>(() => {})
  })
  show(<ImportDialog onClose={vi.fn()} />)
  const input = await screen.findByLabelText<HTMLInputElement>('File')
  await userEvent.upload(input, new File(['date,amount'], 'hdfc.csv', { type: 'text/csv' }))
  const button = await screen.findByRole('button', { name: 'Import 2 new lines' })
  expect(button).toHaveProperty('disabled', false)
  await userEvent.selectOptions(screen.getByLabelText('Narration'), 'Date')
  expect(looks).toBe(2)
  expect(button).toHaveProperty('disabled', true)
})

test.each([
  [
    'no row of headings',
    { headings: [], columns: {}, is_readable: false },
    /^A file without headings can’t be imported/,
  ],
  ['unknown columns', { columns: {}, is_readable: false }, 'Choose the columns of the date and the amount first'],
  [
    'dates that cannot be read',
    { skipped: 1, skipped_rows: [{ row: 2, text: '46354 · UPI · 500', reason: 'no_day' }] },
    'No row of this file can be read as a line',
  ],
])('of a file with %s the dialog says why it cannot be imported', async (_case, change, why) => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/preview')
      ? found(0, 0, { first_day: null, last_day: null, ...change })
      : Response.json([{ id: 1, method_id: null, name: 'HDFC', last_day: null }]),
  )
  show(<ImportDialog onClose={vi.fn()} />)
  const input = await screen.findByLabelText<HTMLInputElement>('File')
  await userEvent.upload(input, new File(['date,amount'], 'hdfc.csv', { type: 'text/csv' }))
  await screen.findByText(why)
  expect(screen.getByRole('button', { name: 'Import 0 new lines' })).toHaveProperty('disabled', true)
  if ('skipped' in change) screen.getByText('2: 46354 · UPI · 500 (No date can be read)')
})
