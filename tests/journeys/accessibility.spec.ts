/**
 * Every screen of visitors and users passes axe in both themes, on the narrowest phone; and no screen of anyone scrolls sideways,
 * there or at 200 % zoom. admin-axe.spec.ts runs axe on the panel.
 */
import { expect, type Page, test } from '@playwright/test'
import { barriersInBothThemes, scrollsSideways } from '../support/axe.ts'
import { ADMIN } from '../support/logins.ts'
import { enter } from '../support/people.ts'
import { liveSampleLife, type SampleLife } from '../support/sampleLife.ts'
import { adminRoutes, userRoutes, visitorRoutes } from '../support/screens.ts'
import { visitEach } from '../support/visits.ts'

const PHONE = { width: 360, height: 740 }
const ZOOMED = { width: 640, height: 400 } // a window of 1280 × 800 at 200 %

test.describe.configure({ mode: 'serial', timeout: 600_000 })

let life: SampleLife
test.beforeAll(async ({ baseURL }) => {
  life = await liveSampleLife({ base: baseURL ?? '', admin: ADMIN })
})

/** One page visits all addresses; all problems are listed. */
async function lookAt(page: Page, routes: string[], look: (route: string) => Promise<string[]>) {
  const wrong: string[] = []
  await page.setViewportSize(PHONE)
  await visitEach(page, routes, async (route) => {
    if (await scrollsSideways(page)) wrong.push(`${route} scrolls sideways on a phone`)
    wrong.push(...(await look(route)))
    await page.setViewportSize(ZOOMED)
    if (await scrollsSideways(page)) wrong.push(`${route} scrolls sideways at 200 % zoom`)
    await page.setViewportSize(PHONE)
  })
  expect(wrong).toEqual([])
}

async function barriersAt(page: Page, route: string): Promise<string[]> {
  return (await barriersInBothThemes(page)).map((barrier) => `${route}: ${barrier}`)
}

test('visitors’ screens', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('splash', 'seen'))
  await lookAt(page, visitorRoutes, (route) => barriersAt(page, route))
})

test('users’ screens', async ({ page }) => {
  await enter(page, life.regular)
  await lookAt(page, userRoutes, (route) => barriersAt(page, route))
})

test('users’ screens hold the longest name and the largest sums', async ({ page }) => {
  await enter(page, life.wealthy)
  await lookAt(page, ['/dashboard', '/wallet', '/withdraw', '/profile', '/flexible', '/portfolio'], async () => [])
})

test('a plan’s terms and its profit stay side by side where a phone doubles all text', async ({ page }) => {
  await enter(page, life.regular)
  await page.setViewportSize(PHONE)
  await page.goto('/dashboard')
  await page.locator('main a[href="/invest/BTC"]').waitFor()
  await page.evaluate('document.fonts.ready.then(() => true)') // another typeface has other widths
  const edges = await page.evaluate<{ terms: number; profit: number }>(`{
    const row = document.querySelector('main a[href="/invest/BTC"]')
    const parts = [...row.querySelectorAll('*')]
    const doubled = parts.map((part) => ['font-size', 'line-height'].map((name) =>
      [name, 2 * parseFloat(getComputedStyle(part).getPropertyValue(name)) + 'px']))
    parts.forEach((part, n) => doubled[n].forEach(([name, value]) => part.style.setProperty(name, value)))
    const text = (part) => {
      const range = document.createRange()
      range.selectNodeContents(part)
      return range.getBoundingClientRect()
    }
    const profit = row.lastElementChild
    ;({ terms: text(profit.previousElementSibling).right, profit: text(profit).left })
  }`)
  expect(edges.terms).toBeLessThanOrEqual(edges.profit)
})

test('admins’ screens fit the narrowest phone and 200 % zoom', async ({ page }) => {
  await enter(page, life.admin)
  await lookAt(page, adminRoutes, async () => [])
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: PHONE })

  test('a tap up to 8 px above or below a small button hits it', async ({ page }) => {
    await enter(page, life.regular)
    await page.goto('/profile')
    const button = page.getByRole('button', { name: 'Copy code' })
    await button.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const at = (from: number) => page.evaluate(`document.elementFromPoint(${x + width / 2}, ${from})?.textContent`)
    expect([await at(y - 7), await at(y + height + 7)]).toEqual(['Copy code', 'Copy code'])
  })
})
