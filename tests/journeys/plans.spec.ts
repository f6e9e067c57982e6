/** A new user sees the bonus once, invests in a plan and finds it in the portfolio; an admin maintains the plans. */
import { randomBytes } from 'node:crypto'
import { expect, type Locator, test } from '@playwright/test'
import { expectNoBarriers } from '../support/axe.ts'
import { adminPage, enter, giveRupees, newUser } from '../support/people.ts'
import { pastMidnight } from './steps.ts'

test('a new user is welcomed once, invests and sees it in the portfolio', async ({ page, request }) => {
  const asha = await newUser(request)
  await giveRupees(request, asha, 20_000)
  await enter(page, asha)
  await page.goto('/dashboard')

  const welcome = page.getByRole('dialog')
  await expect(welcome).toContainText(
    "Congratulations! You've received ₹500 in your flexible deposit account as a welcome bonus.",
  )
  await welcome.getByRole('button', { name: 'Start Investing' }).click()
  await expect(welcome).toBeHidden()

  await expect(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Simulated price' }).click()
  await expect(page.getByRole('dialog')).toContainText('for display only')
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await expectNoBarriers(page)

  await page.getByRole('link', { name: /BTC Saver 30/ }).click()
  const form = page.getByRole('form', { name: 'Invest' })
  await page.getByRole('textbox', { name: 'Amount' }).fill('25000')
  await expect(form).toContainText('₹5,000.00 short')
  await form.getByRole('link', { name: 'Add ₹5,000' }).click()
  await page.waitForURL(/add-balance/)
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue(/^5,000/)
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('25,000')
  await page.goto('/dashboard') // the typed investment is the next step, and links back to it
  await expect(page.getByText('₹5,000.00 more and you can put ₹25,000.00 into BTC Saver 30.')).toBeVisible()
  await page.getByRole('link', { name: 'Add balance' }).click()
  await expect(page).toHaveURL(/back=%2Finvest%2FBTC/)
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('5,000')
  await page.goto('/invest/BTC')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('25,000')
  await page.getByRole('textbox', { name: 'Amount' }).fill('10000')
  await pastMidnight() // the term begins with the day
  await expect(form).toContainText(/Locked until .+, no early exit\./)
  await expect(form).toContainText('+₹210.00')
  await expect(form).toContainText('₹10,210.00')
  await expect(form).toContainText('Wallet after₹10,000.00')
  await form.getByRole('button', { name: /^Invest/ }).click()
  await expect(page.getByText('Investment processed successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: '₹10,000.00 invested in BTC Saver 30' })).toBeFocused()
  await expect(page.getByText('0 of 30 days')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Claim' })).toBeDisabled()
  await expectNoBarriers(page)
  await page.reload()
  const headline = page.getByRole('heading', { name: '₹10,000.00 invested in BTC Saver 30' })
  await expect(headline).toBeVisible()
  // No space is reserved for a sentence that is not shown a second time.
  expect(await distance(headline, page.getByText('You put in').first())).toBeLessThan(60)
  await page.goto('/invest/BTC')
  await expect(page.getByText('You already have an active investment in this plan.')).toBeVisible()

  await page.getByRole('link', { name: 'Portfolio' }).last().click()
  await expect(page.getByRole('link', { name: /BTC Saver 30/ })).toContainText('₹10,000.00')
  await expectNoBarriers(page)

  await page.goto('/dashboard')
  await expect(page.getByRole('list', { name: 'Coming in' })).toContainText('BTC Saver 30')
  await expect(page.getByRole('region', { name: 'Plans' }).getByRole('link', { name: /BTC Saver 30/ })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('an unknown symbol says so', async ({ page, request }) => {
  await enter(page, await newUser(request))
  await page.goto('/invest/NOPE')
  await expect(page.getByText('Cryptocurrency not found')).toBeVisible()
})

test('prices and banner are static if the person prefers reduced motion', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await enter(page, await newUser(request))
  await page.goto('/dashboard')
  const rows = page.getByRole('tabpanel')
  await expect(rows).toContainText('BTC Saver 30')
  const before = await rows.innerText()
  await page.clock.runFor(10_000)
  expect(await rows.innerText()).toBe(before)
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden()
})

test('lines of the static banner are complete on the narrowest phone', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 640 })
  const line = 'UPI deposits are checked within the hour, 9 am to 9 pm, Sundays and holidays included'
  await page.route('**/api/settings/header_line', (route) => route.fulfill({ json: { value: line } }))
  await enter(page, await newUser(request))
  await page.goto('/dashboard')
  const news = page.getByRole('region', { name: 'News' })
  const shown = news.getByRole('listitem')
  await expect(shown).toHaveText(line)
  const [banner, text] = [await news.boundingBox(), await shown.boundingBox()]
  expect(text?.width).toBeLessThan(banner?.width ?? 0)
})

test('on wide screens the plans of all categories are shown below those of the chosen one', async ({
  page,
  request,
}) => {
  await enter(page, await newUser(request))
  await page.goto('/dashboard')
  const plans = page.getByRole('region', { name: 'Plans' })
  await expect(plans.getByRole('link', { name: /BTC Saver 30/ })).toBeVisible()
  await expect(plans.getByRole('heading')).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(plans.getByRole('link').first()).toContainText('BTC Saver 30')
  await expect(plans.getByRole('heading', { name: 'Builders' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Start Investing' }).click()
  await page.getByRole('tab', { name: /Builders/ }).click()
  await expect(plans.getByRole('link').first()).toContainText('SOL Builder 45')
  await expect(plans.getByRole('heading', { name: 'Savers' })).toBeVisible()
})

test('a phone shows six plans at once, each with its rate, days and money', async ({ browser, request }) => {
  const phone = await adminPage(browser, request, { viewport: { width: 390, height: 844 } })
  await phone.goto('/admin/cryptocurrencies')
  const rows = phone.getByRole('table').locator('tbody').getByRole('row')
  const sixth = await rows.nth(5).boundingBox()
  expect((sixth?.y ?? Infinity) + (sixth?.height ?? 0)).toBeLessThanOrEqual(844)
  for (const said of ['25.6 % a year', '30 days', /^₹[\d,]+$/]) await expect(rows.first().getByText(said)).toBeVisible()
  await phone.context().close()
})

test('an admin adds a plan, sees what is wrong with it, and deletes it', async ({ browser, page: phone, request }) => {
  const page = await adminPage(browser, request)
  await page.goto('/admin/cryptocurrencies')
  const name = `Journey ${randomBytes(4).toString('hex')}`
  await page.getByRole('button', { name: 'Add plan' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill(name)
  const symbol = `J${randomBytes(4).toString('hex')}`
  await form.getByLabel('Symbol').fill(symbol)
  await form.getByLabel('Category').selectOption('Savers')
  await expect(form).not.toContainText('without one') // a link is required
  await form.getByLabel('Icon link').fill('https://cdn.example/none.svg')
  await form.getByLabel('Profit for the whole term').fill('2.5')
  await form.getByLabel('Minimum deposit').fill('5000')
  await form.getByLabel('Maximum deposit').fill('1000')
  await form.getByLabel('Lower price').fill('100')
  await form.getByLabel('Higher price').fill('200')
  await form.getByLabel('Bottom flow').fill('0.05')
  await form.getByLabel('Upper flow').fill('0.40')
  await form.getByLabel('Wallet address').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toContainText('The maximum must not be below the minimum')
  await form.getByLabel('Maximum deposit').fill('50000')
  await expect(form.getByText('Yearly rate').locator('..')).toContainText('30.4 %')
  await expect(form.getByText('Largest deposit').locator('..')).toContainText('₹50,000.00 → ₹51,250.00')
  await expectNoBarriers(page)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()

  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('row')).toHaveCount(2) // the header and the matching row: the list no longer moves
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('30.4 % a year')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(form.getByText('Open now').locator('..')).toContainText('₹0.00 · 0 investors')
  await form.getByRole('button', { name: 'Close' }).click()

  await enter(phone, await newUser(request))
  await phone.goto(`/invest/${symbol}`)
  await expect(phone.getByText('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBeVisible()
  await expect(phone.getByText(/Don't send anything to it/)).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Copy wallet address' })).toBeVisible()
  await expectNoBarriers(phone)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(form).toContainText('Are you sure you want to delete this cryptocurrency?')
  await form.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText(`Nothing matches “${name}”`)).toBeVisible()
  await page.context().close()
})

/** From the lower edge of one to the upper edge of the other, in pixels. */
async function distance(above: Locator, below: Locator): Promise<number> {
  const [upper, lower] = [await above.boundingBox(), await below.boundingBox()]
  if (!upper || !lower) throw new Error('one of them is not on the page')
  return lower.y - (upper.y + upper.height)
}
