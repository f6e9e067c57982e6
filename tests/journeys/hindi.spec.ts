/** The product in Hindi: no sentence of its own in English on any screen, and none wider than a cheap phone. */
import { expect, type Page } from '@playwright/test'
import { scrollsSideways } from '../support/axe.ts'
import { ADMIN } from '../support/logins.ts'
import { actedMoments, moneyMoments } from '../support/moments.ts'
import { testWithOwnProgram } from '../support/ownProgram.ts'
import { admin, callAs, enter } from '../support/people.ts'
import { restOf } from '../support/rest.ts'
import { liveSampleLife, type SampleLife } from '../support/sampleLife.ts'
import { hindiOf } from '../support/say.ts'
import { adminRoutes, userRoutes, visitorRoutes } from '../support/screens.ts'
import { visitEach } from '../support/visits.ts'

const PHONE = { width: 390, height: 844 }
const DEVANAGARI = /[\u0900-\u097f]/

/** Texts that may be in English, and why. */
const inEnglish = [
  /^BittKosh/, // the brand and its tagline, which an operator has in one language
  /^(English|हिन्दी)$/, // the switch names each language in itself
  /Smart Crypto Investments/,
  // texts that people and admins typed in the sample
  /Ananya Krishnamurthy|Imran Sheikh|Meera Deshpande|Venkatanarasimharajuvaripeta|HDFC Bank/,
  /Chai and train tickets|account holder’s name differs|No payment with this reference/,
  /BittKosh Sample|Sample Bank|Sample branch/, // the payee of the shipped methods is a placeholder
]

// People and plans of other journeys would count as English text.
const test = testWithOwnProgram()
test.describe.configure({ mode: 'serial', timeout: 600_000 })

let life: SampleLife
test.beforeAll(async ({ baseURL }) => {
  life = await liveSampleLife({ base: baseURL ?? '', admin: ADMIN })
})

let atRest: () => Promise<void>
test.beforeEach(async ({ page, baseURL }) => {
  atRest = restOf(page)
  await page.setViewportSize(PHONE)
  await page.context().addCookies([{ name: 'language', value: 'hi', url: baseURL ?? '' }])
  await page.addInitScript(`
    sessionStorage.setItem('splash', 'seen')
    localStorage.setItem('language', 'hi')`)
})

/** The page's texts, visible or for screen readers. */
function saidOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement.closest('script, style, noscript')) texts.push(node.textContent)
    const names = ['aria-label', 'placeholder', 'title', 'alt']
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of names) texts.push(element.getAttribute(name) ?? '')
    return [...new Set(texts.map((text) => text.trim()))]
  })()`)
}

/** At least three English words in a row. */
function isEnglish(text: string): boolean {
  const hasWords = /[A-Za-z’']{2,}(?:[ ,:–-]+[A-Za-z’']{2,}){2,}/.test(text)
  return hasWords && !inEnglish.some((allowed) => allowed.test(text))
}

/** Names in the sample that the catalogues contain too. */
const names = /^(Admin|Imran Sheikh|(BTC|ETH|SOL) (Saver|Builder) \d\d)$/

/** An untranslated sentence of ours, on pages where admins also read English texts by operators and people. */
function isUntranslated(text: string): boolean {
  return (hindiOf(text) ?? text) !== text && !names.test(text)
}

async function walk(page: Page, routes: readonly string[], isWrong = isEnglish): Promise<void> {
  const wrong: string[] = []
  await visitEach(page, routes, async (route) => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    for (const text of (await saidOn(page)).filter(isWrong)) wrong.push(`${route}: ${text}`)
    if (await scrollsSideways(page)) wrong.push(`${route} scrolls sideways`)
  })
  expect(wrong).toEqual([])
}

test('visitors read Hindi', async ({ page }) => {
  await walk(page, [...visitorRoutes, '/terms', '/privacy'])
})

test('a visitor who switches the language reads the risk line in it immediately', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText(/^क्रिप्टो उत्पाद/)).toBeVisible()
  await expect(page.getByText('SOL निर्माण 45')).toBeVisible()
  await page.getByRole('button', { name: 'English' }).first().click()
  await expect(page.getByText(/^Crypto products/)).toBeVisible()
})

test('users read Hindi on every screen', async ({ page }) => {
  await enter(page, life.regular)
  await walk(page, userRoutes)
})

test('new users read Hindi on every screen', async ({ page }) => {
  await enter(page, life.newcomer)
  await walk(page, userRoutes)
})

test('admins read Hindi on every screen, and six rows of a list on a phone', async ({ page }) => {
  await enter(page, life.admin)
  await walk(page, adminRoutes, isUntranslated)
  for (const [route, above] of [
    ['/admin/deposits?status=approved', 340],
    ['/admin/audit', 340],
    ['/admin/upcomings', 340],
    ['/admin/balance-transfers', 844], // the figures of all of them come first
  ] as const) {
    await page.goto(route)
    const row = page.getByRole('row').nth(1) // below the headings
    await expect(async () => {
      const { y, height } = (await row.boundingBox()) ?? { y: 844, height: 844 }
      expect(y, route).toBeLessThanOrEqual(above)
      expect(height, route).toBeLessThanOrEqual(84)
    }).toPass()
  }
})

test('every screen of a money flow and every receipt is in Hindi', async ({ page, request }) => {
  await enter(page, life.regular)
  const read = (path: string) => callAs(request, { as: life.regular, method: 'get', path })
  await walk(page, await moneyMoments(read))
})

test('loading failures and refusals of forms are in Hindi', async ({ page }) => {
  await enter(page, life.wealthy)
  const wrong: string[] = []
  const look = async (where: string) => {
    for (const text of (await saidOn(page)).filter(isEnglish)) wrong.push(`${where}: ${text}`)
  }
  const alert = page.getByRole('main').getByRole('alert').first()
  for (const route of [
    '/add-balance',
    '/withdraw',
    '/bittpay',
    '/invest/SOL',
    '/flexible',
    '/support',
    '/change-password',
  ]) {
    await page.goto(route)
    await page.locator('main form button[type=submit]').first().click()
    await expect(alert, route).toContainText(DEVANAGARI)
    await look(`${route}, sent empty`)
  }
  for (const { name, route, act } of actedMoments.filter(({ name }) => !['offline', 'ended'].includes(name))) {
    await page.goto(route)
    await atRest()
    await act(page)
    await look(name)
  }
  await page.addInitScript(() => localStorage.removeItem('figures')) // they would replace what fails
  await page.route('**/api/**', (call) =>
    call.request().method() === 'GET' ? call.fulfill({ status: 500, json: {} }) : call.fallback(),
  )
  for (const route of userRoutes) {
    await page.goto(route)
    await expect(page.getByRole('alert').first(), route).toContainText(DEVANAGARI)
    await atRest()
    await look(`${route}, failed`)
  }
  expect(wrong).toEqual([])
})

test('an admin’s text without Hindi is shown in English, and in Hindi once it is written', async ({
  page,
  request,
}) => {
  const written = await callAs(request, {
    as: await admin(request),
    method: 'post',
    path: '/upcomings',
    data: { title: 'Read me before Diwali comes', link: '' },
  })
  await enter(page, life.newcomer)
  await page.goto('/dashboard')
  const menu = page.getByRole('button', { name: 'मेन्यू' })
  await menu.click()
  await expect(page.getByText('Read me before Diwali comes')).toBeVisible()
  const data = { title: 'Read me before Diwali comes', title_hi: 'दिवाली से पहले पढ़ें', link: '' }
  await callAs(request, { as: await admin(request), method: 'put', path: `/upcomings/${written.id}`, data })
  await page.reload()
  await menu.click()
  await expect(page.getByText('दिवाली से पहले पढ़ें')).toBeVisible()
  await expect(page.getByText('Read me before Diwali comes')).toBeHidden()
})
