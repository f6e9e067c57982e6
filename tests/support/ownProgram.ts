/** For journeys that change settings for everybody, move the clock or read all data: they have a program of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { journeyEnv, startProgram } from './program.ts'
import { verifyMoney } from './verify-journeys.ts'

/**
 * A `test` for one file, whose tests share a program with a database of its own. Each call creates another fixture, so that
 * Playwright gives the file a worker of its own: what the worker caches, such as the admin's session, belongs to this program too.
 */
export function testWithOwnProgram() {
  return test.extend<object, { ownBase: string }>({
    ownBase: [
      // Playwright reads from the pattern which fixtures this one needs: none.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-journey-'))
        const program = await startProgram({ ...journeyEnv, DATA_DIR: dataDir })
        await use(program.base)
        verifyMoney(dataDir)
        await program.stop()
        rmSync(dataDir, { recursive: true, force: true })
      },
      { scope: 'worker' },
    ],
    baseURL: ({ ownBase }, use) => use(ownBase),
  })
}
