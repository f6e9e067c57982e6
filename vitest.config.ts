import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{contract,server,scripts,tests}/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: 'tests/support/cluster.ts',
          testTimeout: 20_000, // a shared machine with two cores
          hookTimeout: 30_000,
        },
      },
      './web/vitest.config.ts',
    ],
  },
})
