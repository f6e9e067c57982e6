/**
 * Every screen of visitors and users as axe sees it, in both themes, on the narrowest phone; and no screen of anyone to
 * scroll sideways for, there or at 200 % zoom. admin-axe.spec.ts looks at the panel with axe.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { liveSampleLife, type SampleLife, type SamplePerson } from '../support/sampleLife.ts'
import { adminRoutes, userRoutes, visitorRoutes } from '../support/screens.ts'
import { ADMIN } from './steps.ts'

const PHONE = { width: 360, height: 740 }
const ZOOMED = { width: 640, height: 400 } // a window of 1280 × 800 at 200 %

test.describe.configure({ mode: 'serial', timeout: 180_000 })

let life: SampleLife
test.beforeAll(async ({ baseURL }) => {
  life = await liveSampleLife({ base: baseURL ?? '', admin: ADMIN })
})

async function enter(page: Page, person: SamplePerson | null) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(PHONE)
  await page.addInitScript(
    ([token, user]) => {
      sessionStorage.setItem('splash', 'seen')
      if (token && user) localStorage.setItem('token', token)
      if (token && user) localStorage.setItem('user', user)
    },
    person ? [person.token, JSON.stringify(person.user)] : [],
  )
}

/** One page looks at all addresses; everything that is wrong is named. */
async function lookAt(page: Page, routes: string[], look: (route: string) => Promise<string[]>) {
  const wrong: string[] = []
  for (const route of routes) {
    await page.setViewportSize(PHONE)
    await page.goto(route)
    await page.waitForLoadState('networkidle')
    if (await scrollsSideways(page)) wrong.push(`${route} scrolls sideways on a phone`)
    wrong.push(...(await look(route)))
    await page.setViewportSize(ZOOMED)
    if (await scrollsSideways(page)) wrong.push(`${route} scrolls sideways at 200 % zoom`)
  }
  expect(wrong).toEqual([])
}

function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
}

/** What axe finds in light, and what its colours are like in dark: nothing else differs between the themes. */
async function axe(page: Page, route: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await new AxeBuilder({ page }).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']).analyze()
  return [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${route}: ${id}: ${html} ${failureSummary}`),
  )
}

test('visitors’ screens', async ({ page }) => {
  await enter(page, null)
  await lookAt(page, visitorRoutes, (route) => axe(page, route))
})

test('users’ screens', async ({ page }) => {
  await enter(page, life.regular)
  await lookAt(page, userRoutes, (route) => axe(page, route))
})

test('users’ screens hold the longest name and the largest sums', async ({ page }) => {
  await enter(page, life.wealthy)
  await lookAt(page, ['/wallet', '/withdraw', '/profile', '/flexible', '/portfolio'], async () => [])
})

test('admins’ screens fit the narrowest phone and 200 % zoom', async ({ page }) => {
  await enter(page, life.admin)
  await lookAt(page, adminRoutes, async () => [])
})
