import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { reportsSearch } from '../app/search.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminReportsPage from './AdminReportsPage.tsx'

const nothing = {
  result: 0,
  withdrawal_fees: 0,
  transfer_fees: 0,
  plan_profit: 0,
  earn_interest: 0,
  package_bonus: 0,
  welcome_bonus: 0,
  referral: 0,
  adjustment: 0,
  other: 0,
}
const months = [
  { ...nothing, month: '2026-02-01', result: -40.5, withdrawal_fees: 9.5, plan_profit: -50 },
  { ...nothing, month: '2026-01-01', result: 12, transfer_fees: 12 },
]
const deposits = [
  { month: '2026-01-01', admin: 'Asha', work: 'deposits', decisions: 3, median_seconds: 240, p90_seconds: 7200 },
]
const cohorts = [
  {
    month: '2026-01-01',
    registered: 3,
    share_0: 33.3,
    share_1: 66.7,
    share_3: null,
    share_6: null,
    share_12: null,
    money_0: 500,
    money_3: null,
    money_12: null,
  },
]

let asked: string[]
function answer(rows: Record<string, unknown[]> = { profit_and_loss: months, throughput: deposits, cohorts }) {
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (address.includes('/export')) return new Response('file', { headers: { 'content-type': 'text/csv' } })
    const report = /reports\/(\w+)/.exec(address)?.[1] ?? ''
    if (rows[report] === undefined)
      return Response.json({ message: 'The database rests.', code: 'broken' }, { status: 500 })
    const period = { from: '2026-01-01', to: '2026-02-01' }
    return Response.json({ report, period, as_of: '2026-02-10T05:00:00.000Z', rows: rows[report] })
  })
}

beforeEach(() => {
  signInAs('finance')
  answer()
})

const open = (address = '/admin/reports') =>
  showPage({ path: '/admin/reports', component: AdminReportsPage, validateSearch: reportsSearch, address })
const rowTexts = async (name: string) => {
  const table = await screen.findByRole('table', { name })
  return within(table)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    .slice(1)
}

test('profit and loss: a row for each month, its sum below, and rare columns are left out if they are zero', async () => {
  open('/admin/reports?from=2026-01-01&to=2026-02-01')
  const rows = await rowTexts('Profit and loss')
  expect(rows.map((cells) => cells.slice(0, 3))).toEqual([
    ['Feb 2026', '−₹40.50', '₹9.50'],
    ['Jan 2026', '₹12.00', '₹0.00'],
    ['Total', '−₹28.50', '₹9.50'],
  ])
  expect(screen.queryByRole('columnheader', { name: 'Other lines' })).toBeNull()
  expect(screen.getByText('February 2026: Costs −₹50', { selector: 'title' })).toBeDefined()
  expect(screen.getByText('Fees that senders paid on completed transfers.')).toBeDefined()
  expect(asked).toEqual(['/api/reports/profit_and_loss?from=2026-01-01&to=2026-02-01'])
})

test('on a phone an empty month has no card, and a message says so', async () => {
  answer({ profit_and_loss: [{ ...nothing, month: '2026-03-01', result: 0 }, ...months] })
  open('/admin/reports?from=2026-01-01&to=2026-03-01')
  const rows = within(await screen.findByRole('table', { name: 'Profit and loss' })).getAllByRole('row')
  const without = rows.filter((row) => row.className.includes('cardHidden'))
  expect(without.map((row) => row.textContent?.slice(0, 8))).toEqual(['Mar 2026'])
  screen.getByText('Months without anything are left out.')
})

test('amounts that no line names get a column of their own', async () => {
  answer({ profit_and_loss: [{ ...months[0], other: -1 }] })
  open()
  expect((await screen.findAllByText('Other lines')).length).toBeGreaterThan(1)
})

test('another report and another period are in the address', async () => {
  const router = open()
  await userEvent.click(await screen.findByRole('tab', { name: 'Decisions' }))
  expect(await rowTexts('Decisions')).toEqual([['Jan 2026', 'Asha', 'Deposits', '3', '4 minutes', '2 hours']])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Months' }), 'Last 6 months')
  expect(router.state.location.search).toMatchObject({ report: 'throughput', from: expect.stringMatching(/-01$/) })
})

test('cohorts: an unfinished period is a dash, and nothing is summed', async () => {
  open('/admin/reports?report=cohorts')
  expect(await rowTexts('Cohorts')).toEqual([['Jan 2026', '3', '33.3%', '66.7%', '–', '–', '–', '₹500', '–', '–']])
})

test('a report on the current state has no period', async () => {
  answer({ exposure: [] })
  open('/admin/reports?report=exposure')
  expect(await screen.findByText('Nothing to report yet')).toBeDefined()
  expect(screen.queryByRole('combobox', { name: 'Months' })).toBeNull()
})

test('months of zeros count as an empty report', async () => {
  answer({ profit_and_loss: [{ ...nothing, month: '2026-01-01' }] })
  open()
  expect(await screen.findByText('Nothing to report yet')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a failure to load says why, and can be retried', async () => {
  answer({})
  open()
  expect(await screen.findByText('The database rests.')).toBeDefined()
  answer()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table', { name: 'Profit and loss' })).toBeDefined()
})

test('both files contain the report and its months', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  open('/admin/reports?from=2026-01-01&to=2026-02-01')
  for (const [name, format] of [
    ['Download as CSV', 'csv'],
    ['Download as Excel file (XLSX)', 'xlsx'],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name }))
    const file = `/api/reports/profit_and_loss/export?from=2026-01-01&to=2026-02-01&format=${format}`
    await waitFor(() => expect(asked).toContain(file))
  }
})

test('an admin who may not download files has no button for them', async () => {
  signInAs('viewer')
  open()
  expect(await screen.findByRole('table', { name: 'Profit and loss' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Download as CSV' })).toBeNull()
})

test('in the cohorts’ chart a month that has not begun is neither drawn nor 0% in its table', async () => {
  answer({ cohorts: [...cohorts, { ...cohorts[0], month: '2026-02-01', share_0: 0, share_1: null }] })
  open('/admin/reports?report=cohorts')
  const chart = (await screen.findByRole('figure')) as HTMLElement
  const bars = () => [...chart.querySelectorAll('rect > title')].map((title) => title.textContent)
  expect(bars().filter((text) => text?.startsWith('February 2026'))).toHaveLength(1)
  await userEvent.click(within(chart).getByRole('button', { name: 'Show as table' }))
  const cells = within(chart)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual(['January 2026', '33.3%', '–', '–', 'February 2026', '0%', '–', '–'])
})
