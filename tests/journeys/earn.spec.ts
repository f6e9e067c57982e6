/** Earn: money in, checked day by day, and out again; and the message of an empty wallet. */
import { expect, type Page, test } from '@playwright/test'
import { enter, giveRupees, newUser } from '../support/people.ts'
import { silenceBell } from './steps.ts'

const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount' })
const submit = (page: Page, name: string) => page.locator('form').getByRole('button', { name, exact: true })

test('money goes into Earn and out again, with the figures right before, during and after', async ({
  page,
  request,
}) => {
  const person = await newUser(request)
  await giveRupees(request, person, 20_000)
  await enter(page, person)
  await silenceBell(page)
  await page.goto('/flexible')
  const chart = page.getByRole('slider', { name: 'Balance by day' })
  await expect(chart).toHaveAttribute('aria-valuetext', /: ₹500\.00, Interest so far ₹0\.00$/)

  await expect(page.getByText('At 0.02 % a day, ₹10,000 becomes ₹10,060.17 in 30 days')).toBeVisible()
  await expect(page.getByText('No lock-in: take your money out whenever you like.')).toBeVisible()
  await expect(page.getByText('is your welcome bonus')).toBeVisible()

  await amountField(page).fill('99')
  await submit(page, 'Deposit').click()
  await expect(page.getByText('The smallest deposit is ₹100.00.').first()).toBeVisible()
  await amountField(page).fill('20000.01')
  await expect(page.getByText('₹0.01 short')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add ₹1,000' })).toBeVisible()
  await submit(page, 'Deposit').click()
  await expect(page.getByText('Insufficient balance').first()).toBeVisible()
  await page.reload()
  await expect(amountField(page)).toHaveValue('20,000.01')

  await amountField(page).fill('10000')
  await expect(page.getByText('about ₹2.00 a day')).toBeVisible()
  await expect(page.getByText('₹10,500.00')).toBeVisible() // in Earn after, the bonus included
  await submit(page, 'Deposit').click()
  await expect(page.getByText('Flexible deposit processed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: '₹10,000.00 moved to Earn' })).toBeInViewport()
  await expect(page.getByText('+₹10,000.00')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '₹10,000.00 moved to Earn' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Earn' }).click()
  await expect(amountField(page)).toHaveValue('')
  await expect(chart).toHaveAttribute('aria-valuetext', /: ₹10,500\.00, Interest so far/)
  await page.getByRole('group', { name: 'Range' }).getByRole('button', { name: 'All' }).click()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table', { name: 'Balance by day' })).toContainText('₹10,500.00')

  await page.getByRole('button', { name: 'Withdraw', exact: true }).first().click()
  await amountField(page).fill('10000.01')
  await submit(page, 'Withdraw').click()
  await expect(
    page.getByText('Your welcome bonus can be withdrawn once your KYC and a deposit have been approved.').first(),
  ).toBeVisible()
  await amountField(page).fill('4000')
  await expect(page.getByText('₹14,000.00')).toBeVisible() // the wallet after
  await submit(page, 'Withdraw').click()
  await expect(page.getByText('Flexible withdrawal processed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: '₹4,000.00 is in your wallet' })).toBeInViewport()
  await expect(page.getByText('−₹4,000.00')).toBeVisible()
})

test('an empty wallet links to Add balance with an amount that can be paid', async ({ page, request }) => {
  await enter(page, await newUser(request))
  await page.goto('/flexible')
  await expect(page.getByText("Your wallet doesn't have enough for a deposit yet.")).toBeVisible()
  await page.getByRole('link', { name: 'Add ₹1,000' }).click()
  await page.waitForURL(/add-balance/)
  await expect(amountField(page)).toHaveValue('1,000')
  await expect(page.getByText('The smallest deposit is ₹1,000.00.')).toBeHidden()
})

test('what can’t be loaded is reported, and can be retried', async ({ page, request }) => {
  await enter(page, await newUser(request))
  const busy = { status: 500, body: '' }
  await page.route('**/api/notifications/unread-count', (route) => route.fulfill(busy)) // a reply would refetch it before the click
  await page.route('**/api/flexible/balance', (route) => route.fulfill(busy))
  await page.goto('/flexible')
  await expect(page.getByText('Failed to load flexible investment data').first()).toBeVisible()
  await page.unroute('**/api/flexible/balance')
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(page.getByText('Current balance')).toBeVisible()
})
