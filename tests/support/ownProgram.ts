/** For journeys that set what holds for everybody, move the clock or read whatever stands there: nobody else is in their program. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { journeyEnv, startProgram } from './program.ts'
import { verifyMoney } from './verify-journeys.ts'

/**
 * A `test` for one file, whose tests share a program with a database of its own. Each call makes another fixture, so that
 * Playwright gives the file a worker to itself: what that keeps, such as the admin's session, is of this program too.
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
