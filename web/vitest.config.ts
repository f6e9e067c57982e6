import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { linguiMacros } from './build/linguiMacros.ts'

/** The `web` project of ../vitest.config.ts. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [linguiMacros(), lingui({ cwd: import.meta.dirname })],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    // A window per file took twice the time of the tests. `vi.mock` does not affect modules that another file has loaded.
    isolate: false,
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 300_000, // as in ../vitest.config.ts
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
