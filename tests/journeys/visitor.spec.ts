import { expect, type Page, test } from '@playwright/test'
import { register, signInAsAdmin } from './steps.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker controls this tab: from the second load on it serves the app. */
async function controlled(page: Page) {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.reload()
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
}

async function cachedPaths(page: Page): Promise<string[]> {
  const addresses = await page.evaluate<string[]>(`(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    return (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => url)
  })()`)
  return addresses.map((address) => new URL(address).pathname)
}

test('a visitor reads the promise, calculates an example and finds the registration', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/which day/)
  await expect(page.getByText('Demo: no real money')).toBeVisible()
  await expect(page.getByText(/highly risky/)).toBeVisible()
  await expect(page.getByText('₹10,210.00')).toBeVisible()
  await page.getByRole('button', { name: '₹1,00,000' }).click()
  await expect(page.getByText('₹1,02,100.00')).toBeVisible()
  for (const feature of [
    'Real-time analytics',
    'Bank-grade security',
    'Instant deposits',
    'Referral rewards',
    'Smart investments',
    'Community support',
  ])
    await expect(page.getByRole('heading', { name: feature })).toBeVisible()
  // No line break before a percent sign.
  const plan = page.getByRole('listitem').filter({ hasText: 'SOL Builder 45' })
  expect(await plan.textContent()).toContain('3.4\u00A0% at maturity')
  await expect(page.getByText('Illustrative figures and quotes')).toBeVisible()
  await expect(page.getByText('50,000+')).toBeVisible()
  await expect(page.getByRole('img', { name: '5 of 5 stars' })).toHaveCount(3)
  await expect(page.getByRole('button', { name: /Simulated price/ })).toBeVisible()
  await page.getByRole('link', { name: 'Open an account' }).click()
  await page.waitForURL('/register')
  const opened = page.waitForEvent('popup') // beside the form, which would otherwise be empty afterwards
  await page.getByRole('link', { name: 'privacy notice' }).click()
  const notice = await opened
  await expect(notice.getByRole('heading', { level: 2, name: 'How long' })).toBeVisible()
  await expect(notice.getByText('This is a sample text that the operator has not replaced yet.')).toBeVisible()
  await notice.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(notice.getByRole('heading', { level: 2, name: 'Risk' })).toBeVisible()
})

test('the installed app shows no install prompts', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'App Install' })).toBeVisible()
  await page.goto('/?mobile=true')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'App Install' })).toHaveCount(0)
})

test('signed-in people are redirected home, replacing history', async ({ page }) => {
  await register(page)
  await page.goto('/')
  await page.waitForURL('/dashboard')
  await page.goto('/nowhere')
  await page.waitForURL('/dashboard')
  await expect(page.getByText('Demo: no real money')).toBeVisible()
})

test('drafts older than seven days are deleted when the app starts', async ({ page }) => {
  await page.goto('/login')
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')))
  await page.evaluate(() => {
    const typed = (days: number) => JSON.stringify({ at: Date.now() - days * 86_400_000, values: { amount: '1' } })
    localStorage.setItem('draft 7 withdrawal', typed(8))
    localStorage.setItem('draft 7 deposit', typed(6))
  })
  await page.reload()
  await expect.poll(kept).toEqual(['draft 7 deposit'])
})

test('an admin is redirected to the panel', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/')
  await page.waitForURL('/admin')
})

test('pages answer HEAD as they answer GET; calls and missing files do not', async ({ request }) => {
  for (const path of ['/', '/login', '/no/such/page']) expect((await request.head(path)).status(), path).toBe(200)
  for (const path of ['/api/nothing', '/files/nothing', '/nothing.js'])
    expect((await request.head(path)).status(), path).toBe(404)
  const policy = (await request.get('/')).headers()['content-security-policy']
  expect(policy).toContain("frame-src 'none'")
})

test('the five tabs open without a connection, with the figures last seen and their time, and refetch when it is back', async ({
  page,
  context,
}) => {
  await register(page)
  await controlled(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Everything you have').first()).toBeVisible()
  await expect.poll(() => page.evaluate("localStorage.getItem('figures') ?? ''")).toContain('/portfolio/history')
  await context.setOffline(true)

  await page.reload()
  await expect(page.getByText(/You're offline\. Showing data from \d\d:\d\d/)).toBeVisible()
  await expect(page.getByText('Everything you have').first()).toBeVisible()
  for (const tab of ['Earn', 'Wallet', 'Portfolio', 'Profile']) {
    await page.getByRole('navigation', { name: 'Sections' }).last().getByRole('link', { name: tab }).click()
    await expect(page.getByRole('heading', { level: 1 }), `${tab}, never opened before`).toBeAttached()
    await expect(page.getByText('This page could not be shown')).toHaveCount(0)
  }
  await expect(page.getByText('asha', { exact: false }).first(), 'home had asked for the profile').toBeVisible()
  await page.goto('/wallet')
  await expect(page.getByText('Failed to load', { exact: false }).first(), 'nothing seen, nothing shown').toBeVisible()
  const kept = await cachedPaths(page)
  expect(kept).toContain('/index.html')
  expect(
    kept.filter(
      (path) => !/^\/(assets|icons)\/|^\/(index\.html|early\.js|icon\.svg|manifest\.webmanifest)$/.test(path),
    ),
    'no answer of the API is ever in a cache of the service worker',
  ).toEqual([])

  await context.setOffline(false)
  await expect(page.getByText('Failed to load', { exact: false }), 'nobody had to load it again').toHaveCount(0)
  await expect(page.getByText("You're offline.")).toHaveCount(0)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('/login')
  expect(await page.evaluate("localStorage.getItem('figures')")).toBeNull()
})

test('without a connection the time of the shown figures is above them, and money buttons are disabled', async ({
  page,
  context,
}) => {
  await register(page)
  await page.goto('/add-balance')
  await expect(page.getByRole('button', { name: 'Verify Payment' })).toBeEnabled()
  await context.setOffline(true)
  await expect(page.getByText(/You're offline\. Showing data from \d\d:\d\d/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify Payment' })).toBeDisabled()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Verify Payment' })).toBeEnabled()
})

test('developers read the calls on a page that can’t access what the app has stored', async ({ page }) => {
  await page.goto('/')
  await page.evaluate("localStorage.setItem('mine', 'secret')")
  await page.goto('/docs')
  await expect(page.getByRole('heading', { name: 'BittKosh', level: 1 })).toBeVisible()
  await expect(page.getByText('Open an account').first()).toBeAttached()
  expect(await page.evaluate('origin')).toBe('null')
  expect(await page.evaluate("localStorage.getItem('mine')")).toBeNull()
})

test.describe('without a service worker, which the browser connects again a moment after the page', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page that was opened without a connection loads by itself once there is one', async ({ page, context }) => {
    await register(page)
    await page.goto('/wallet')
    await expect(page.getByText('referral income')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'BittPay' }).click()
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeAttached()
    await context.setOffline(false)
    await expect(page.getByRole('textbox', { name: 'Recipient' })).toBeVisible()
  })
})
