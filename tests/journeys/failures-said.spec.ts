/** Failures with specific messages: the server's message takes precedence, and some errors are only logged. */
import { expect, test } from '@playwright/test'
import { amount, breakCall } from '../support/failures.ts'
import { admin, adminPage, callAs, enter, giveRupees, newUser } from '../support/people.ts'

test('the server’s message is shown instead of the fallback, on screens and in forms', async ({ page, request }) => {
  const person = await newUser(request)
  await giveRupees(request, person, 20_000)
  await enter(page, person)
  const said = 'The bank is closed today.'
  await breakCall(page, { method: 'GET', path: /\/api\/portfolio$/ }, said)
  await page.goto('/portfolio')
  await expect(page.getByText(said)).toBeVisible()
  await expect(page.getByText('Failed to load portfolio data')).toBeHidden()

  await breakCall(page, { method: 'POST', path: /\/api\/crypto\/invest$/ }, said)
  await page.goto('/invest/BTC')
  await amount(page).fill('2000')
  await page
    .getByRole('form', { name: 'Invest' })
    .getByRole('button', { name: /^Invest/ })
    .click()
  await expect(page.getByText(said)).toBeVisible()
  await expect(page.getByText('Failed to process investment')).toBeHidden()
  await expect(amount(page)).toHaveValue('2,000')
})

test('a call that never arrives looks like one that failed', async ({ page, request }) => {
  await enter(page, await newUser(request))
  await page.route('**/api/portfolio', (route) => route.abort())
  await page.goto('/portfolio')
  await expect(page.getByText('Failed to load portfolio data')).toBeVisible()
})

test('a page whose scripts fail to load says so in its language, and is reloaded once online or by hand', async ({
  page,
  request,
}) => {
  await enter(page, await newUser(request))
  const lost = page.locator('#lost')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/wallet')
  await expect(lost).toHaveText('This page could not be shown. Check your connection.Reload')
  await page.unrouteAll()
  const english = new Set<string>()
  page.on('response', (reply) => english.add(reply.url()))
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeAttached()
  await page.waitForLoadState('networkidle')
  await expect(lost).toHaveCount(0)

  page.removeAllListeners('response')
  await page.evaluate(() => localStorage.setItem('language', 'hi'))
  await page.route('**/assets/*.js', (route) => (english.has(route.request().url()) ? route.fallback() : route.abort()))
  await page.reload()
  await expect(lost).toContainText('यह पेज दिखाया नहीं जा सका।')
  await page.unrouteAll()
  await lost.getByRole('button', { name: 'फिर से लोड करें' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'वॉलेट' })).toBeAttached()
})

test('figures that could not be refetched show their time, and new ones appear by themselves', async ({
  page,
  request,
}) => {
  await enter(page, await newUser(request))
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { name: 'Your plans' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('figures') ?? '')).toContain('"/portfolio"')
  await breakCall(page, { method: 'GET', path: /\/api\/portfolio$/ })
  await page.reload()
  await expect(page.getByText(/^Could not refresh\. Showing data from \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your plans' })).toBeVisible()
  await page.unrouteAll()
  await expect(page.getByText(/^Could not refresh/)).toBeHidden()
})

test('what the server could not provide appears by itself once it can', async ({ page, request }) => {
  await enter(page, await newUser(request))
  await breakCall(page, { method: 'GET', path: /\/api\/portfolio$/ })
  await page.goto('/portfolio')
  await expect(page.getByText('Failed to load portfolio data')).toBeVisible()
  await page.unrouteAll()
  await expect(page.getByRole('heading', { name: 'Your plans' })).toBeVisible()
})

test('errors that are only logged show nothing', async ({ page, browser, request }) => {
  const person = await newUser(request)
  const note = { user_id: person.user.id, title: 'Only for reading', message: 'Nothing to do.', type: 'info' }
  await callAs(request, { as: await admin(request), method: 'post', path: '/send-notification', data: note })
  await enter(page, person)
  await breakCall(page, { path: /\/unread-count$|\/settings\/header_line$/ })
  const spoken = page.getByRole('main').getByRole('alert')

  const banner = page.waitForResponse(/settings\/header_line/)
  await page.goto('/dashboard')
  await banner
  await expect(page.getByRole('tab').first()).toBeVisible()
  await expect(page.getByText(/^Failed to/)).toHaveCount(0)
  await expect(spoken).toHaveCount(0)

  await page.unrouteAll()
  await breakCall(page, { path: /\/mark-read$|\/mark-all-read$/ })
  await page.goto('/notifications')
  const marked = page.waitForResponse(/mark-read/)
  await page.getByRole('button', { name: 'Mark as read: Only for reading' }).click()
  await marked
  const allMarked = page.waitForResponse(/mark-all-read/)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await allMarked
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeEnabled()
  await expect(page.getByText(/^Failed to/)).toHaveCount(0)

  const desk = await adminPage(browser, request)
  await breakCall(desk, { path: /\/daily-registrations$/ })
  const registrations = desk.waitForResponse(/daily-registrations/)
  await desk.goto('/admin')
  await registrations
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('Welcome')
  await expect(desk.getByText(/^Failed to/)).toHaveCount(0)
  await desk.context().close()
})

test('a failed claim is only logged', async ({ page, request }) => {
  const person = await newUser(request)
  await enter(page, person)
  await giveRupees(request, person, 5_000)
  const plans: { id: number; symbol: string }[] = await callAs(request, {
    as: person,
    method: 'get',
    path: '/cryptocurrencies',
  })
  const data = { cryptocurrency_id: plans.find(({ symbol }) => symbol === 'BTC')?.id, amount: 1_000 }
  await callAs(request, { as: person, method: 'post', path: '/crypto/invest', data })
  // As the server replies on the day of maturity, without moving the clock of the journeys running in parallel.
  await page.route(/\/api\/crypto\/investments/, async (route) => {
    const reply = await route.fetch()
    const body: { data: object[] } = await reply.json()
    await route.fulfill({ json: { ...body, data: body.data.map((each) => ({ ...each, days_remaining: 0 })) } })
  })
  await breakCall(page, { method: 'POST', path: /\/api\/crypto\/withdraw\/\d+$/ })
  await page.goto('/invest/BTC')
  const claimed = page.waitForResponse(/crypto\/withdraw/)
  await page.getByRole('button', { name: 'Claim' }).click()
  await claimed
  await expect(page.getByRole('button', { name: 'Claim' })).toBeEnabled()
  await expect(page.getByText(/^Failed to/)).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' }) // a list may still be loading
})
