/** What a first visit really downloads and how much it shifts, measured in a browser: part of `npm run budget`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../tests/support/browser.ts'
import { register } from '../tests/support/logins.ts'
import { startProgram } from '../tests/support/program.ts'

export type PageLoad = {
  /** Bytes by file. */
  fonts: Map<string, number>
  /** The cumulative layout shift of each page. */
  shifts: Map<string, number>
}

const tabs = ['/wallet', '/flexible', '/portfolio', '/profile', '/add-balance']

/** An English reader signs in on a phone, opens home, its menu with the language switch, and the other tabs. */
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
        fonts.set(new URL(response.url()).pathname, Number(response.headers()['content-length'])) // woff2 is sent without further compression
    })
    const person = await register(program.base)
    const shifts = new Map<string, number>()
    const open = async (path: string) => {
      await page.goto(program.base + path, { waitUntil: 'networkidle' })
      shifts.set(path, await page.evaluate<number>('globalThis.shift'))
    }
    await open('/login')
    await page.evaluate(
      ([token, user]) => {
        localStorage.setItem('token', token ?? '')
        localStorage.setItem('user', user ?? '')
      },
      [person.token, JSON.stringify(person.user)],
    )
    await open('/dashboard')
    const welcome = page.getByRole('button', { name: 'Start Investing' })
    if (await welcome.isVisible()) await welcome.click()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByText('हिन्दी').waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate('document.fonts.ready')
    const read = new Map(fonts) // the fonts up to this point: the other tabs are opened only for their layout shifts
    for (const tab of tabs) await open(tab)
    return { fonts: read, shifts }
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
