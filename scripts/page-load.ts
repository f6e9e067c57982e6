/** What a first visit really downloads and how much it moves, seen in a browser: part of `npm run budget`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../tests/support/browser.ts'
import { newPerson, type Person } from '../tests/support/logins.ts'
import { startProgram } from '../tests/support/program.ts'

export type PageLoad = {
  /** Bytes by file. */
  fonts: Map<string, number>
  /** The largest cumulative layout shift of a page. */
  shift: number
}

/** Somebody who reads English signs in on a phone, opens home, and there the menu with its language switch. */
export async function englishPageLoad(): Promise<PageLoad> {
  const folder = mkdtempSync(join(tmpdir(), 'bittkosh-budget-'))
  const program = await startProgram({ DATA_DIR: folder })
  const browser = await chromium.launch(await findChromium())
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-IN' })
    await page.addInitScript(countShifts)
    const fonts = new Map<string, number>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'font')
        fonts.set(new URL(response.url()).pathname, Number(response.headers()['content-length'])) // woff2 is sent as it is
    })
    const person = await register(program.base)
    const shifts: number[] = []
    await page.goto(`${program.base}/login`, { waitUntil: 'networkidle' })
    shifts.push(await shiftOf(page))
    await page.evaluate(
      ([token, user]) => {
        localStorage.setItem('token', token ?? '')
        localStorage.setItem('user', user ?? '')
      },
      [person.token, JSON.stringify(person.user)],
    )
    await page.goto(`${program.base}/dashboard`, { waitUntil: 'networkidle' })
    shifts.push(await shiftOf(page))
    const welcome = page.getByRole('button', { name: 'Start Investing' })
    if (await welcome.isVisible()) await welcome.click()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByText('हिन्दी').waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate('document.fonts.ready')
    return { fonts, shift: Math.max(...shifts) }
  } finally {
    await browser.close()
    await program.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const countShifts = `globalThis.shift = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value
}).observe({ type: 'layout-shift', buffered: true })`

async function shiftOf(page: Page): Promise<number> {
  return page.evaluate<number>('globalThis.shift')
}

async function register(base: string): Promise<Person> {
  const reply = await fetch(`${base}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newPerson()),
  })
  if (!reply.ok) throw new Error(`register answered ${reply.status}: ${await reply.text()}`)
  return reply.json() as Promise<Person> // the two parts that the app stores too
}
