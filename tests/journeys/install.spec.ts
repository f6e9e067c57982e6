/** The app on the home screen: when installing is offered and when not, and how a new version takes over. */
import { expect, type Page, test } from '@playwright/test'
import { enter, newUser, paymentReference } from '../support/people.ts'
import { register } from './steps.ts'

test.use({ serviceWorkers: 'allow' })

const offer = (page: Page) => page.getByText('Keep BittKosh on your home screen')

/** Chromium's own prompt, which no browser under test shows; the app defers it until the person wants it. */
const browserOffers = (page: Page) =>
  page.evaluate(`{
    const event = new Event('beforeinstallprompt', { cancelable: true })
    event.prompt = async () => {
      globalThis.asked = true
      return { outcome: 'accepted' }
    }
    dispatchEvent(event)
  }`)

async function openDashboard(page: Page) {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Investment Options' })).toBeAttached()
}

test('installing is offered on the second visit, opens the browser’s prompt, and is not offered again', async ({
  page,
  context,
}) => {
  await register(page)
  await browserOffers(page)
  await page.getByRole('link', { name: 'Wallet' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(offer(page)).toHaveCount(0)

  const second = await context.newPage()
  await openDashboard(second)
  await expect(offer(second), 'a browser that can’t install offers nothing').toHaveCount(0)
  await browserOffers(second)
  await expect(offer(second)).toBeVisible()
  await second.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(offer(second)).toHaveCount(0)
  expect(await second.evaluate('globalThis.asked')).toBe(true)

  const third = await context.newPage()
  await openDashboard(third)
  await browserOffers(third)
  await expect(offer(third)).toHaveCount(0)
})

test('a first deposit shows the offer, and "Not now" ends it', async ({ page, context, request }) => {
  await enter(page, await newUser(request, 'Asha Rao'))
  await page.goto('/add-balance')
  await browserOffers(page)
  await page.getByRole('textbox', { name: 'Amount' }).fill('5000')
  await page.getByLabel('Transaction ID').fill(paymentReference())
  await page.getByRole('button', { name: 'Verify Payment' }).click()
  await expect(offer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(offer(page)).toHaveCount(0)
  expect(await page.evaluate('globalThis.asked')).toBeUndefined()

  const later = await context.newPage()
  await openDashboard(later)
  await browserOffers(later)
  await expect(offer(later)).toHaveCount(0)
})

test('on an iPhone, which has no prompt, the page explains how', async ({ browser, request }) => {
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  })
  const person = await newUser(request, 'Meera Kulkarni')
  const first = await context.newPage()
  await enter(first, person)
  await openDashboard(first)
  await expect(offer(first)).toHaveCount(0)
  const second = await context.newPage()
  await openDashboard(second)
  await expect(offer(second)).toBeVisible()
  await second.getByRole('button', { name: 'How to install' }).click()
  await expect(second.getByRole('dialog')).toContainText('tap Share in Safari')
  await context.close()
})

test('the installed app offers nothing', async ({ page, context, request }) => {
  await enter(page, await newUser(request, 'Imran Sheikh'))
  await openDashboard(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Start Investing' }).click()
  const app = await context.newPage()
  await app.addInitScript(`{
    const asked = matchMedia
    globalThis.matchMedia = (query) => asked(query.replace('(display-mode: standalone)', 'all'))
  }`)
  await openDashboard(app)
  await browserOffers(app)
  await expect(offer(app)).toHaveCount(0)
  await app.getByRole('button', { name: 'Menu' }).click()
  await expect(app.getByRole('dialog').getByText('Support')).toBeVisible()
  await expect(app.getByRole('dialog').getByText('App Install')).toHaveCount(0)
})

test('the landing page opens the browser’s prompt if there is one, and explains how if not', async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'App Install' })
  await button.click()
  await expect(page.getByRole('dialog')).toContainText('Add to Home screen')
  await page.keyboard.press('Escape')
  await browserOffers(page)
  await button.click()
  await expect.poll(() => page.evaluate('globalThis.asked')).toBe(true)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an icon that another version replaced is fetched again', async ({ page }) => {
  await page.goto('/login')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.reload()
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
  const path = '/icons/plans/coin-sun.svg'
  const picture = () => page.evaluate(`fetch('${path}').then((reply) => reply.text())`)
  const current = await picture()
  expect(current).toContain('<svg')
  await expect.poll(() => page.evaluate(`caches.match('${path}').then(Boolean)`)).toBe(true)
  await page.evaluate(`(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      if (await cache.match('${path}')) await cache.put('${path}', new Response('the previous picture'))
    }
  })()`)
  expect(await picture()).toBe('the previous picture')
  await expect.poll(picture).toBe(current)
})

test('a new version waits until the person agrees, and nothing typed is lost before', async ({ page, context }) => {
  let version = ''
  await context.route('**/sw.js', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: `${await reply.text()}\n// ${version}` })
  })
  await page.goto('/register')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.reload()
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
  await page.getByLabel('Full name').fill('Asha Rao')
  const notice = page.getByText('A new version is ready.')
  await expect(notice).toHaveCount(0)

  version = 'another build'
  await page.evaluate('navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => true)')
  await expect(notice).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Asha Rao')
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(notice).toHaveCount(0)
  await expect(page.getByLabel('Full name')).toHaveValue('Asha Rao')

  await page.reload()
  await expect(notice, 'the next load says it again').toBeVisible()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update' }).click()
  await loaded
  await expect(page.getByLabel('Full name')).toBeVisible()
  expect(await page.evaluate('navigator.serviceWorker.getRegistration().then((found) => found.waiting)')).toBeNull()
  await expect(notice).toHaveCount(0)
  await context.unrouteAll({ behavior: 'ignoreErrors' }) // the worker may be requested once more
})
