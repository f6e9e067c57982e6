/** Home as the account: what a person has, the one next step, and the charts with their figures. */
import { expect, test } from '@playwright/test'
import { expectNoBarriers } from '../support/axe.ts'
import { approvedUser, askDeposit, askWithdrawal, callAs, enter, newUser } from '../support/people.ts'
import { fund, pastMidnight } from './steps.ts'

test('home shows what a person has and what to do next', async ({ page, request }) => {
  const asha = await newUser(request)
  await enter(page, asha)
  await page.goto('/dashboard')
  await page.getByRole('dialog').getByRole('button', { name: 'Start Investing' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('Everything you have')
  await expect(main.getByText('₹500.00').first()).toBeVisible() // the welcome bonus, in Earn
  await expect(main.getByRole('link', { name: 'Add balance' })).toBeVisible()

  await fund(request, asha, 20_000)
  await page.reload()
  await expect(main).toContainText('Your wallet has enough for a plan.')
  await main.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(main.getByText('₹20,000')).toHaveCount(0)
  await main.getByRole('button', { name: 'Show amounts' }).click()
  await expectNoBarriers(page)
})

test('home lists pending money, in and out separately, beside the same wallet balance as everywhere', async ({
  page,
  request,
}) => {
  const [meera, friend] = [await approvedUser(request), await newUser(request)]
  await fund(request, meera, 9_000)
  await askDeposit(request, meera, 2_000)
  await askWithdrawal(request, meera, 1_500)
  const transfer = { recipient: friend.user.email, amount: 500 }
  await callAs(request, { as: meera, method: 'post', path: '/balance-transfer/initiate', data: transfer })
  await callAs(request, { as: meera, method: 'post', path: '/profile/welcome-seen' })
  await enter(page, meera)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')

  const row = (name: string) => page.getByRole('main').locator('dl > div').filter({ hasText: name })
  await expect(row('Held for a withdrawal')).toContainText('₹1,500.00')
  await expect(row('Wallet')).toContainText('₹7,500.00')
  const going = page.getByRole('list', { name: 'Going out' })
  await expect(going.getByRole('link', { name: /Withdrawal · already deducted.*−₹1,500.00/ })).toBeVisible()
  const deposit = page.getByRole('list', { name: 'Coming in' }).getByRole('link', { name: /UPI.*\+₹2,000.00/ })
  await expect(deposit).toBeInViewport()
  await expectNoBarriers(page)

  await deposit.click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt).toContainText('Not in your wallet yet')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'Wallet' }).first().click()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₹7,500.00')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('button', { name: /BittPay · not deducted yet.*Pending/ })).toBeVisible()
  await page
    .getByRole('list', { name: 'Going out' })
    .getByRole('link', { name: /BittPay · not deducted yet/ })
    .click()
  await expect(receipt).toContainText('Not deducted yet: it leaves your wallet when you enter the code.')
  await expectNoBarriers(page)
  await receipt.getByRole('link', { name: 'Enter the code' }).click()
  await expect(page.getByText('Nothing is deducted until you enter the code.')).toBeVisible()
})

test('the chart can be read by keyboard and as a table, and the ruler shows upcoming payouts', async ({
  page,
  request,
}) => {
  await pastMidnight() // a day begins with its own figures
  const ravi = await newUser(request)
  await fund(request, ravi, 20_000)
  const plans: { id: number; symbol: string }[] = await callAs(request, {
    as: ravi,
    method: 'get',
    path: '/cryptocurrencies',
  })
  const btc = plans.find(({ symbol }) => symbol === 'BTC')
  const data = { cryptocurrency_id: btc?.id, amount: 10_000 }
  await callAs(request, { as: ravi, method: 'post', path: '/crypto/invest', data })
  await enter(page, ravi)
  await page.goto('/dashboard')
  await page.getByRole('dialog').getByRole('button', { name: 'Start Investing' }).click()
  const chart = page.getByRole('slider', { name: 'Value over time' })
  await expect(chart).toHaveAttribute('aria-valuetext', /₹20,500\.00/)
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /₹0\.00/)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table', { name: 'Value over time' })).toContainText('₹20,500.00')

  await page.goto('/portfolio')
  const ruler = page.getByRole('slider', { name: 'Payouts in the next 90 days' })
  await expect(ruler).toHaveAttribute('aria-valuetext', /₹10,210\.00, BTC Saver 30/)
  await page.goto('/wallet')
  await expect(page.getByRole('figure').filter({ hasText: 'In and out by month' })).toContainText('In ₹20,000.00')
  await expectNoBarriers(page)
})

test('the home page’s calls are sent once, before its scripts are loaded', async ({ page, request }) => {
  const person = await newUser(request)
  await callAs(request, { as: person, method: 'post', path: '/profile/welcome-seen' }) // the popup reads the profile again
  await enter(page, person)
  await page.goto('/terms') // a page for everybody, so that this browser's storage has the session before the next page
  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname + new URL(one.url()).search))
  await page.goto('/dashboard')
  await expect(page.getByRole('main').locator('dl').first()).toBeVisible()
  const begun = await page.evaluate<string[]>(`
    JSON.parse(document.getElementById('pages').textContent).calls['/dashboard']`)
  expect(begun).toContain('/api/portfolio')
  for (const address of begun)
    expect(
      asked.filter((one) => one === address),
      address,
    ).toHaveLength(1)
  expect(await page.evaluate('Object.keys(begun.replies)')).toEqual([])
})
