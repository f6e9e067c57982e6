import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const rooms = readdirSync(join(import.meta.dirname, 'src'), { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && entry.name !== 'styles',
)

// Rooms that the pages in front of the login don't show, so those pages fetch none of their sentences (src/kit/device/language.ts).
const behindLogin = [
  'charts/**',
  'lists/**',
  'money/**',
  'actions/{AskAbout,CopyButton,ExportButtons}.tsx',
  'forms/{AmountInput,FileDrop,ReasonPicker,ReferenceField}.tsx',
  'overlays/{ChangedMeanwhile,FreshCodeDialog,SentForApprovalDialog}.tsx',
  'page/{Checklist,StatusBadge}.tsx',
].map((files) => `<rootDir>/src/kit/${files}`)

// The panel's frame; only admins fetch it and its sentences (src/shell/frames.ts).
const panel = ['{AdminFrame,AdminMenu,AdminAccount,OpenFinder}.tsx', 'useAdminMenu.ts'].map(
  (files) => `<rootDir>/src/shell/${files}`,
)

/** One catalogue per room, so that a route loads only the sentences it shows; kit and shell have two. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'hi'],
  catalogs: [
    ...rooms.map(({ name }) => ({
      path: `<rootDir>/src/${name}/locales/{locale}`,
      include: [`<rootDir>/src/${name}`],
      exclude: [...behindLogin, ...panel],
    })),
    { path: '<rootDir>/src/kit/money/locales/{locale}', include: behindLogin },
    { path: '<rootDir>/src/shell/panel/locales/{locale}', include: panel },
  ],
  // Values stay text; src/kit/page/Trans.tsx says how.
  runtimeConfigModule: { Trans: ['#trans', 'Trans'] },
  format: formatter({ origins: false, printPlaceholdersInComments: false }),
})
