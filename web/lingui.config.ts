import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const rooms = readdirSync(join(import.meta.dirname, 'src'), { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && entry.name !== 'styles',
)

/** One catalogue per room, so that a route loads only the sentences it shows. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'hi'],
  catalogs: rooms.map(({ name }) => ({
    path: `<rootDir>/src/${name}/locales/{locale}`,
    include: [`<rootDir>/src/${name}`],
  })),
  format: formatter({ origins: false, printPlaceholdersInComments: false }),
})
