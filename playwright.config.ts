/** Journeys in a real browser against a real server on a database of its own. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/support/browser.ts'
import { findFirefox } from './tests/support/firefox.ts'
import { freePort, journeyEnv } from './tests/support/program.ts'

// Set by the first process that reads this and inherited by its workers, so that two concurrent runs share nothing.
const port = Number((process.env['JOURNEY_PORT'] ??= String(await freePort())))
const dataDir = (process.env['JOURNEY_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'bittkosh-journeys-')))
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compile') // as in vitest.config.ts

// See tests/support/ownProgram.ts.
const inOwnProgram = ['four-eyes.spec.ts', 'hindi.spec.ts', 'team-day.spec.ts', 'time.spec.ts']
const inFirefox = 'firefox.spec.ts'
const hasFirefox = findFirefox() !== undefined
if (!hasFirefox && process.env['TEST_WORKER_INDEX'] === undefined)
  console.log(`${inFirefox} is left out: no Firefox here (apt-get install firefox-esr)`)

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: `test-results/${port}`,
  fullyParallel: true,
  workers: 3,
  // Generous on a machine that also runs something else: timeouts end what hangs, and do not measure speed.
  timeout: 240_000,
  // If a click is lost on a busy machine, only that journey is retried. The report ends with the journeys that needed their second
  // try ('flaky'): fix them (CONTRIBUTING.md, 'That the tests stay a promise').
  retries: 1,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  globalTeardown: './tests/support/verify-journeys.ts',
  projects: [
    { name: 'journeys in a program of their own', testMatch: inOwnProgram }, // first, because they take long
    { name: 'journeys', testIgnore: [...inOwnProgram, ...(hasFirefox ? [] : [inFirefox])] },
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 390, height: 844 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Without `faketime`, if that sets the date: a browser stands still under it, so pages get the date from the tests (people.ts).
    launchOptions: { ...(await findChromium()), env: { ...process.env, LD_PRELOAD: undefined } },
    actionTimeout: 60_000,
    // A trace costs a quarter of a run, so only a second try is recorded. The service worker of each new visitor fetches the whole
    // app for later use, so only the journeys about it allow it.
    trace: 'on-first-retry',
    serviceWorkers: 'block',
  },
  webServer: {
    command: 'node server/src/main.ts',
    url: `http://localhost:${port}/health/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: { ...journeyEnv, PORT: String(port), DATA_DIR: dataDir },
  },
})
