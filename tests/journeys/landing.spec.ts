/** The landing page as the server renders it: without scripts, hydrated by them, and never shown to signed-in people. */
import { expect, type Page, test } from '@playwright/test'
import { register } from './steps.ts'

test.use({ serviceWorkers: 'allow' }) // otherwise the browser would report that it is blocked

/** Errors in the browser: on the console (including React's) and of the page. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/** Marks the first heading of the document, to check later whether it is still the same element. */
const markHeading = `addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-first', ''))`

/** Resolves when the worker has been activated: `ready` alone does while it still is being activated. */
const activeWorker = `navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => {
  const look = () => active.state === 'activated' && done()
  active.addEventListener('statechange', look)
  look()
}))`

const isTakenOver = (page: Page) =>
  page.evaluate("Object.keys(document.querySelector('h1')).some((key) => key.startsWith('__react'))")

for (const colorScheme of ['light', 'dark'] as const) {
  test(`without scripts the whole page is there, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, javaScriptEnabled: false })
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    for (const feature of ['Real-time analytics', 'Bank-grade security', 'Community support'])
      await expect(page.getByRole('heading', { name: feature })).toBeVisible()
    await expect(page.getByText('Demo: no real money')).toBeVisible()
    await expect(page.getByText(/highly risky/)).toBeVisible()
    await expect(page.getByText('₹10,210.00')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open an account' })).toHaveAttribute('href', '/register')
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    const ground = colorScheme === 'light' ? 'rgb(250, 247, 240)' : 'rgb(15, 21, 24)'
    await expect(page.locator('html')).toHaveCSS('background-color', ground)
    // A page without scripts is rendered, and its animations run, only when a screenshot is taken.
    const splashStands = () => page.screenshot().then(() => page.locator('#splash').isVisible())
    await expect.poll(splashStands, 'the splash leaves by itself').toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })

  for (const path of ['/', '/?mobile=true', '/?utm_source=poster']) {
    test(`${path} is hydrated without changes, ${colorScheme}`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme })
      const page = await context.newPage()
      const complaints = complaintsOf(page)
      await page.addInitScript(markHeading)
      await page.goto(path)
      await expect.poll(() => isTakenOver(page)).toBe(true)
      await expect(page.locator('h1[data-first]'), 'the drawn heading was kept').toBeVisible()
      await page.getByRole('button', { name: '₹1,00,000' }).click()
      await expect(page.getByText('₹1,02,100.00')).toBeVisible()
      expect(complaints).toEqual([])
      await context.close()
    })
  }
}

test('a chosen theme and language apply from the first paint of the next visit on', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await page.getByRole('button', { name: 'गहरा' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  // If a worker takes over during a visit while its files are fetched, the browser warns that they are fetched twice.
  await page.evaluate(activeWorker)
  const complaints = complaintsOf(page)
  await page.addInitScript(markHeading)
  const reply = await page.goto('/')
  expect(await reply?.text()).toContain('<html lang="hi">')
  await expect.poll(() => isTakenOver(page)).toBe(true)
  await expect(page.locator('h1[data-first]')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('group', { name: 'रूप' }).getByRole('button', { pressed: true })).toHaveText('गहरा')
  expect(complaints).toEqual([])
})

test('signed-in people never see it on the way to the dashboard', async ({ page }) => {
  await register(page)
  await page.addInitScript(`
    globalThis.seen = []
    const look = () => {
      const heading = document.querySelector('h1')
      if (heading && getComputedStyle(heading).visibility === 'visible') globalThis.seen.push(heading.textContent)
      requestAnimationFrame(look)
    }
    look()`)
  await page.goto('/')
  await page.waitForURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  const seen = await page.evaluate<string[]>('globalThis.seen')
  expect(seen.filter((heading) => /which day/.test(heading))).toEqual([])
})

test('without scripts, pages that need them say so above the splash', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page.locator('noscript')).toBeInViewport()
  await context.close()
})
