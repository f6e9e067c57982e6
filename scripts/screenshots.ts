/**
 * Writes a screenshot of every screen and of every step of the money flows to ./screenshots, from a separate program with sample
 * data: phone and desktop, light and dark, and Hindi in light. `npm run screenshots -- wallet deposits` takes only those whose name
 * contains one of the words.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../tests/support/browser.ts'
import { ADMIN, type Person } from '../tests/support/logins.ts'
import { type ActedMoment, actedMoments, moneyMoments } from '../tests/support/moments.ts'
import { startProgram } from '../tests/support/program.ts'
import { liveSampleLife } from '../tests/support/sampleLife.ts'
import { adminRoutes, userRoutes, visitorRoutes } from '../tests/support/screens.ts'

const DAY_MS = 86_400_000
const folder = 'screenshots'
const wanted = process.argv.slice(2)

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-screenshots-'))
const program = await startProgram({
  DATA_DIR: dataDir,
  DEV_TOOLS: 'on',
  ADMIN_EMAIL: ADMIN.login,
  ADMIN_PASSWORD: ADMIN.password,
})
const { base } = program
try {
  const life = await liveSampleLife({ base, admin: ADMIN, goTo: moveClock })
  mkdirSync(folder, { recursive: true })
  await takeAll([
    { who: 'visitor', routes: visitorRoutes },
    { who: 'user', person: life.regular, routes: userRoutes },
    { who: 'wealthy', person: life.wealthy, routes: userRoutes },
    {
      who: 'moment',
      person: life.regular,
      routes: await moneyMoments((path) => readAs(life.regular, path)),
      acts: actedMoments,
    },
    { who: 'newcomer', person: life.newcomer, routes: userRoutes },
    { who: 'admin', person: life.admin, routes: adminRoutes },
  ])
} finally {
  await program.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function moveClock(daysAgo: number): Promise<void> {
  const now = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${base}/api/dev/clock`, { method: 'PUT', headers, body: JSON.stringify({ now }) })
  if (!reply.ok) throw new Error(`moving the clock answered ${reply.status} ${await reply.text()}`)
}

async function readAs({ token }: Person, path: string): Promise<unknown> {
  const reply = await fetch(`${base}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`GET ${path} answered ${reply.status} ${await reply.text()}`)
  return reply.json()
}

type Group = { who: string; person?: Person; routes: string[]; acts?: ActedMoment[] }
type Look = { theme: 'light' | 'dark'; language: 'en' | 'hi'; width: number; height: number }

async function takeAll(groups: Group[]): Promise<void> {
  const phone = { width: 390, height: 844 }
  const desktop = { width: 1280, height: 800 }
  const looks: Look[] = [phone, desktop].flatMap((size) => [
    { theme: 'light', language: 'en', ...size },
    { theme: 'dark', language: 'en', ...size },
    { theme: 'light', language: 'hi', ...size },
  ])
  const browser = await chromium.launch(await findChromium())
  try {
    for (const group of groups) {
      for (const look of looks) {
        const names = [
          ...group.routes.map((route) => ({ route, name: nameOf(group.who, route, look) })),
          ...(group.acts ?? []).map(({ name, ...act }) => ({ ...act, name: nameOf(group.who, `/${name}`, look) })),
        ]
        const asked = names.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
        if (asked.length === 0) continue
        const { width, height } = look
        const context = await browser.newContext({
          viewport: { width, height },
          locale: 'en-IN',
          timezoneId: 'Asia/Kolkata',
          reducedMotion: 'reduce',
        })
        await context.addCookies([{ name: 'language', value: look.language, url: base }])
        await context.addInitScript(remember, [look.theme, look.language, group.person ?? null] as const)
        for (const one of asked) {
          const page = await context.newPage()
          await take(page, one)
          await page.close()
          await context.setOffline(false)
        }
        await context.close()
      }
    }
  } finally {
    await browser.close()
  }
}

function nameOf(who: string, route: string, { width, theme, language }: Look): string {
  const [path = '', search = ''] = route.split('?')
  const record = who === 'moment' && search ? `-${search.replace(/^.*=/, '')}` : ''
  const place = (path.slice(1).replaceAll('/', '-') || 'home') + record
  return `${who}-${place}-${width}-${language === 'hi' ? 'hindi' : theme}.png`
}

/** Runs in the page, before its own scripts. */
function remember([theme, language, person]: readonly [string, string, Person | null]): void {
  sessionStorage.setItem('splash', 'seen')
  localStorage.setItem('theme', theme)
  localStorage.setItem('language', language)
  if (!person) return
  localStorage.setItem('token', person.token)
  localStorage.setItem('user', JSON.stringify(person.user))
}

async function take(page: Page, { route, name, act }: Omit<ActedMoment, 'act'> & Partial<ActedMoment>): Promise<void> {
  await page.goto(base + route)
  await page.waitForLoadState('networkidle')
  if (act) {
    await act(page)
    await page.waitForLoadState('networkidle')
  }
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(folder, name), fullPage: !act })
  console.log(name)
}
