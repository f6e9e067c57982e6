import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that start a server or a database by themselves, and all others. A file that reaches a database indirectly ends up among
 * the others, where there is none to copy, and fails.
 */
const files = globSync('{contract,server,scripts,tests}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
const onDatabase = files.filter((file) => /support\/(server|database)\.ts'/.test(readFileSync(file, 'utf8')))

// Programs that tests start share this compile cache: it saves half of a start's time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compile')

// Node itself loads the server, as in production; Vite would transform each file first. `vi.mock` has no effect then.
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }

// Generous on a machine that also runs something else: timeouts end what hangs, and do not measure speed.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

/**
 * One project after the other, because a worker that switches projects is restarted and loads the server again. In each project
 * slow files go first, so that no run ends with one worker busy and the others idle. Vitest knows a file's duration only from
 * earlier runs, and a fresh clone has none; these files take half of a run.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /\/tests\/(fuzz|faults\/)|\/demo\/seed/.test(moduleId)
    const place = (file: TestSpecification) =>
      2 * ['database', 'alone', 'web'].indexOf(file.project.name) + (isLong(file) ? 0 : 1)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    // More workers than cores: those that wait for silent connections and starting programs leave their cores to others.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongFirst },
    reporters: process.stdout.isTTY ? ['default'] : ['default', './tests/support/progress.ts'],
    projects: [
      {
        test: {
          name: 'database',
          include: onDatabase,
          globalSetup: 'tests/support/cluster.ts',
          isolate: false, // loading the server again for each file costs as much as most tests do
          ...native,
          ...patience,
        },
      },
      {
        test: {
          name: 'alone',
          include: files.filter((file) => !onDatabase.includes(file)),
          isolate: false,
          ...native,
          ...patience,
        },
      },
      './web/vitest.config.ts',
    ],
  },
})
