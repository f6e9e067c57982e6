/**
 * `npm run bench -- slow-network`: how long a first visit takes until the page is usable, over 400 kbit/s with 1.2 s per round trip
 * (the specification of 'slow 3G' that Lighthouse uses too, here really throttled by the browser), with empty caches.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../tests/support/browser.ts'
import { type Person, register } from '../tests/support/logins.ts'
import { startProgram } from '../tests/support/program.ts'
import { median, printTable, saveResult } from './table.ts'

const ROUNDS = 3
const slow = { offline: false, latency: 1200, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const visits = [
  { path: '/login', signedIn: false, usable: 'form button[type=submit]' },
  { path: '/dashboard', signedIn: true, usable: 'main dl' },
]

const folder = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const program = await startProgram({ DATA_DIR: folder })
const browser = await chromium.launch(await findChromium())
try {
  const person = await register(program.base)
  const rows = []
  for (const visit of visits) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await usableAfter(visit, person))
    rows.push([visit.path, (median(times) / 1000).toFixed(1)])
  }
  const table = printTable(['page', 'usable after (s)'], rows)
  saveResult('slow-network', table, `400 kbit/s, 1.2 s a round trip, nothing in the caches; medians of ${ROUNDS}.`)
} finally {
  await browser.close()
  await program.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Milliseconds from the navigation to the page's own content, in a browser without any cached files. */
async function usableAfter({ path, signedIn, usable }: (typeof visits)[number], person: Person): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-IN' })
  try {
    const page = await context.newPage()
    if (signedIn)
      await page.addInitScript(
        ([token, user]) => {
          localStorage.setItem('token', token)
          localStorage.setItem('user', user)
        },
        [person.token, JSON.stringify(person.user)] as const,
      )
    const protocol = await context.newCDPSession(page)
    await protocol.send('Network.enable')
    await protocol.send('Network.emulateNetworkConditions', slow)
    const begun = performance.now()
    await page.goto(program.base + path, { waitUntil: 'commit' })
    await page.locator(usable).first().waitFor({ state: 'visible', timeout: 120_000 })
    return performance.now() - begun
  } finally {
    await context.close()
  }
}
