/**
 * Replies of money calls that do not arrive: the server has acted, the screen must not claim otherwise, and the retry shows it
 * once.
 */
import { type APIResponse, expect, type Page, type Route, test } from '@playwright/test'
import { mailedTo } from '../support/mailbox.ts'
import { approvedUser, callAs, enter, giveRupees, newUser, readMailbox } from '../support/people.ts'
import type { Person } from '../support/logins.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name })

type Flow = {
  path: string
  /** Prepares everything up to the button that moves the money, and returns its name. */
  begin(page: Page, person: Person): Promise<string>
  failure: string
  success: string
  /** What is left of ₹5,000, in rupees. */
  left: number
}

const flows = {
  'into Earn': {
    path: '**/api/flexible/deposit',
    async begin(page) {
      await page.goto('/flexible')
      await field(page, 'Amount').fill('1000')
      return 'Deposit'
    },
    failure: 'Failed to deposit funds, first make deposit',
    success: '₹1,000.00 moved to Earn',
    left: 4_000,
  },
  'a withdrawal': {
    path: '**/api/withdrawals',
    async begin(page) {
      await page.goto('/withdraw')
      await field(page, 'Amount').fill('1000')
      await page.getByLabel('UPI ID').fill('asha.rao@okhdfcbank')
      await page.getByRole('button', { name: 'Review withdrawal' }).click()
      return 'Confirm withdrawal'
    },
    failure: 'Failed to process withdrawal request',
    success: '₹1,000.00 requested',
    left: 4_000,
  },
  'a transfer': {
    path: '**/api/balance-transfer/verify',
    async begin(page, person) {
      const friend = await newUser(page.request, 'Imran Shaikh')
      await page.goto('/bittpay')
      await field(page, 'Recipient').fill(friend.user.email)
      await field(page, 'Amount').fill('1000')
      await page.getByRole('button', { name: 'Send OTP' }).click()
      const code = mailedTo(() => readMailbox(page.request), person.user.email, /(\d{6}) is your one-time code/)
      await field(page, '6-digit code from your e-mail').fill(await code)
      return 'Verify and send ₹1,000.00'
    },
    failure: 'Invalid OTP or transfer expired',
    success: '₹1,000.00 sent to Imran Shaikh',
    left: 3_970,
  },
} satisfies Record<string, Flow>

const losses: Record<string, (route: Route, answer: APIResponse) => Promise<void>> = {
  'no answer': (route) => route.abort('connectionreset'),
  'half an answer': async (route, answer) => {
    const text = await answer.text()
    return route.fulfill({ response: answer, body: text.slice(0, text.length / 2) })
  },
}

for (const [what, { path, begin, failure, success, left }] of Object.entries(flows))
  for (const [loss, lose] of Object.entries(losses))
    test(`${what} with ${loss} is not reported as done, and a second click does it once`, async ({ page, request }) => {
      const person = await approvedUser(request)
      await giveRupees(request, person, 5_000)
      await enter(page, person)
      const keys: (string | undefined)[] = []
      await page.route(path, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        keys.push(route.request().headers()['idempotency-key'])
        if (keys.length > 1) return route.fallback()
        const answer = await route.fetch()
        expect(answer.ok()).toBe(true) // the server has acted
        return lose(route, answer)
      })
      const button = page
        .getByRole('main')
        .getByRole('button', { name: await begin(page, person), exact: true })
        .last()
      await button.click()
      await expect(page.getByText(failure).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: success })).toHaveCount(0)
      await expect(page.getByText('Nothing has left your wallet')).toHaveCount(0)
      await button.click()
      await expect(page.getByRole('heading', { name: success })).toBeVisible()
      await expect(page.getByText(failure)).toHaveCount(0)
      expect(keys).toEqual([keys[0], keys[0]])
      expect((await callAs(request, { as: person, method: 'get', path: '/profile' })).balance).toBe(left)
    })

test('a transfer whose reply was lost ends on its receipt after a reload', async ({ page, request }) => {
  const person = await approvedUser(request)
  await giveRupees(request, person, 5_000)
  await enter(page, person)
  const { path, begin, failure, success } = flows['a transfer']
  await page.route(path, async (route) => {
    await route.fetch()
    return route.abort('connectionreset')
  })
  const button = page.getByRole('button', { name: await begin(page, person) })
  await button.click()
  await expect(page.getByText(failure).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: success })).toBeVisible()
  await page.getByRole('button', { name: 'Send Another' }).click()
  await expect(field(page, 'Recipient')).toHaveValue('')
})

for (const what of ['into Earn', 'a withdrawal'] as const)
  test(`${what}, of the whole wallet, whose reply was lost is done once after a reload`, async ({ page, request }) => {
    const person = await approvedUser(request)
    await giveRupees(request, person, 1_000)
    await enter(page, person)
    const { path, begin, failure, success } = flows[what]
    const keys: (string | undefined)[] = []
    await page.route(path, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.fallback()
      await route.fetch()
      return route.abort('connectionreset')
    })
    const button = page
      .getByRole('main')
      .getByRole('button', { name: await begin(page), exact: true })
      .last()
    await button.click()
    await expect(page.getByText(failure).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText('We got no response, so this may have gone through.')).toBeVisible()
    await button.click()
    await expect(page.getByRole('heading', { name: success })).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
    expect((await callAs(request, { as: person, method: 'get', path: '/profile' })).balance).toBe(0)
  })
