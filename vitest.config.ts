import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/**
 * Files that bring up a server or a database by themselves, and all others. One that reaches a database in a roundabout
 * way ends up among the others, where there is none to copy, and fails.
 */
const files = globSync('{contract,server,scripts,tests}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
const onDatabase = files.filter((file) => /support\/(server|database)\.ts'/.test(readFileSync(file, 'utf8')))

// Long enough on a machine that also runs something else: they end what hangs, and say nothing about speed.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    maxWorkers: '100%', // vitest leaves a core for itself: on two cores a run would then take turns
    reporters: process.stdout.isTTY ? ['default'] : ['default', './tests/support/progress.ts'],
    projects: [
      {
        test: {
          name: 'database',
          include: onDatabase,
          globalSetup: 'tests/support/cluster.ts',
          isolate: false, // loading the server anew for each file costs as much as most tests do
          ...patience,
        },
      },
      {
        test: {
          name: 'alone',
          include: files.filter((file) => !onDatabase.includes(file)),
          isolate: false,
          ...patience,
        },
      },
      './web/vitest.config.ts',
    ],
  },
})
