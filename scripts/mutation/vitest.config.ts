import { defineConfig } from 'vitest/config'

/** Runs the tests that ../mutation.ts names, in Stryker's copy of the project. */
const database = process.env['MUTATION_DATABASE']
if (database) process.env['TEST_DATABASE_URL'] = database // otherwise each copy would create a cluster of its own

export default defineConfig({
  // node_modules of the copy is a link to the real one, where workspaces link to the unchanged source
  resolve: { alias: [{ find: /^@bittkosh\/contract\/(.+)$/, replacement: `${process.cwd()}/contract/$1.ts` }] },
  test: {
    include: process.env['MUTATION_TESTS']?.split(',') ?? [],
    globalSetup: database ? ['tests/support/cluster.ts'] : [],
    isolate: false, // separate workers for each file took most of the time
    testTimeout: 300_000, // as in ../../vitest.config.ts
    hookTimeout: 300_000,
  },
})
