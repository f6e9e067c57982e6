import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: '100%', // vitest leaves a core for itself: on two cores a run would then take turns
    reporters: process.stdout.isTTY ? ['default'] : ['default', './tests/support/progress.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{contract,server,scripts,tests}/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: 'tests/support/cluster.ts',
          // Long enough on a machine that also runs something else: they end what hangs, and say nothing about speed.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      './web/vitest.config.ts',
    ],
  },
})
