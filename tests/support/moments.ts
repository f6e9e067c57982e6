/** The screens of money flows: the ends of flows and the receipts by their addresses, and the steps before them. */
import type { Page } from 'playwright-core'

type Records = { data: { id: number; number: string | null; cryptocurrency?: { symbol: string } }[] }
type History = { transactions: { key: string; type: string; number: string | null; status: string }[] }

/**
 * Three records of each kind, and two lines of each kind of the person's history; `read` returns the reply of a GET as that person.
 */
export async function moneyMoments(read: (path: string) => Promise<unknown>): Promise<string[]> {
  const newest = async (path: string, has: (record: Records['data'][number]) => boolean = () => true) =>
    ((await read(path)) as Records).data.filter(has).slice(0, 3) // the shape is that of the contract
  const { transactions } = (await read('/transactions')) as History
  const lines = transactions.filter(
    ({ type }, at) => transactions.slice(0, at).filter((earlier) => earlier.type === type).length < 2,
  )
  const moved = await newest('/flexible/transactions', ({ number }) => number !== null)
  return [
    ...(await newest('/deposits/my')).map(({ id }) => `/add-balance?step=done&record=${id}`),
    ...(await newest('/withdrawals/my')).map(({ id }) => `/withdraw?step=done&record=${id}`),
    ...(await newest('/crypto/investments')).map(
      ({ id, cryptocurrency }) => `/invest/${cryptocurrency?.symbol}?step=done&record=${id}`,
    ),
    ...lines
      .filter(({ type, status }) => type === 'balance_transfer_sent' && status === 'completed')
      .map(({ number }) => `/bittpay?step=done&record=${number}`),
    ...moved.map(({ number }) => `/flexible?step=done&record=${number}`),
    ...lines.map(({ key }) => `/wallet?id=${key}`),
  ]
}

/** A screen that is seen only after some action on a page. */
export type ActedMoment = { name: string; route: string; act: (page: Page) => Promise<unknown> }

const amount = (page: Page, rupees: number) =>
  page.locator('main form input[inputmode=decimal]').first().fill(String(rupees))
const submit = (page: Page) => page.locator('main form button[type=submit]').first().click()
export const actedMoments: ActedMoment[] = [
  { name: 'invest', route: '/invest/SOL', act: (page) => amount(page, 5_000) },
  { name: 'short', route: '/invest/SOL', act: (page) => amount(page, 95_000) },
  { name: 'below', route: '/add-balance', act: async (page) => [await amount(page, 200), await submit(page)] },
  { name: 'earn', route: '/flexible', act: (page) => amount(page, 2_000) },
  {
    name: 'review',
    route: '/withdraw',
    act: async (page) => [
      await amount(page, 1_234.56),
      await submit(page),
      await page.locator('main h2').first().waitFor(),
    ],
  },
  {
    name: 'statement',
    route: '/wallet',
    act: (page) => page.getByRole('button', { name: /^(Statement|खाता विवरण)/ }).click(),
  },
  {
    name: 'transfer',
    route: '/bittpay',
    act: async (page) => {
      if ((await page.locator('input[inputmode=numeric]').count()) > 0) return // the page asks for the code of the open transfer
      await page.locator('main input[inputmode=email]').fill('imran@example.com')
      await amount(page, 500)
    },
  },
  {
    name: 'ended',
    route: '/wallet',
    act: async (page) => {
      await answerAll(page, '**/api/**', 401)
      await page.waitForURL(/login/)
    },
  },
  {
    name: 'offline',
    route: '/portfolio',
    act: async (page) => {
      await page.context().setOffline(true)
      await page.goto(new URL('/notifications', page.url()).href).catch(() => {}) // the browser's own error if nothing was stored
    },
  },
  {
    name: 'old',
    route: '/portfolio',
    act: async (page) => {
      await page.waitForFunction(() => localStorage.getItem('figures')?.includes('"/portfolio"'))
      await answerAll(page, '**/api/portfolio*', 503)
      await page.locator('[role=status] p').first().waitFor()
    },
  },
  {
    name: 'failed',
    route: '/portfolio',
    act: async (page) => {
      // Figures stored a second ago would be shown instead of the failure.
      await page.addInitScript(() => localStorage.removeItem('figures'))
      await answerAll(page, '**/api/portfolio*', 503)
      await page.locator('[role=alert]').first().waitFor()
    },
  },
]

/** Reloads the page while these calls get only a status. */
async function answerAll(page: Page, url: string, status: number): Promise<void> {
  await page.route(url, (route) => route.fulfill({ status, json: {} }))
  await page.reload()
}
