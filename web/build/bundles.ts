/**
 * Files that travel together. Split by who shares what, as the bundler does by itself, the same code takes 8 kB (gzip)
 * more, in files of a few hundred bytes.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

type Bundle = {
  name: string
  /** The higher one takes what two bundles name. */
  priority: number
  packages?: readonly string[]
  /** Paths from the project's folder without their endings, which stand for a file and its stylesheet. */
  sources: readonly string[]
}

const bundles: readonly Bundle[] = [
  {
    // What every page needs.
    name: 'base',
    priority: 2,
    packages: [
      'react',
      'react-dom',
      'scheduler',
      '@tanstack/react-router',
      '@tanstack/router-core',
      '@tanstack/history',
      '@tanstack/react-store',
      '@tanstack/store',
      'use-sync-external-store',
      '@lingui',
    ],
    sources: [
      'contract/brand',
      'contract/time',
      'web/src/api/lastReply',
      'web/src/api/session',
      'web/src/api/site',
      'web/src/api/words',
      'web/src/kit/Banner',
      'web/src/kit/Button',
      'web/src/kit/EmptyState',
      'web/src/kit/IconButton',
      'web/src/kit/LanguageSwitch',
      'web/src/kit/Page',
      'web/src/kit/Ribbon',
      'web/src/kit/Segmented',
      'web/src/kit/Skeleton',
      'web/src/kit/Spinner',
      'web/src/kit/ThemeSwitch',
      'web/src/kit/Toasts',
      'web/src/kit/cx',
      'web/src/kit/dates',
      'web/src/kit/install',
      'web/src/kit/language',
      'web/src/kit/online',
      'web/src/kit/preference',
      'web/src/kit/theme',
      'web/src/kit/toast',
      'web/src/kit/useHydrated',
      'web/src/shell/Brand',
    ],
  },
  {
    // Whatever talks to the server or asks for something: every page but the landing page.
    name: 'forms',
    priority: 1,
    packages: ['zod'],
    sources: [
      'contract/auth',
      'contract/complaint',
      'contract/contact',
      'contract/endpoint',
      'contract/shapes',
      'web/src/api/ApiError',
      'web/src/api/attemptKey',
      'web/src/api/client',
      'web/src/api/failure',
      'web/src/api/refresh',
      'web/src/api/useForm',
      'web/src/api/useRefusal',
      'web/src/kit/Card',
      'web/src/kit/Field',
      'web/src/kit/PasswordInput',
      'web/src/kit/Submit',
      'web/src/kit/TextInput',
      'web/src/kit/input',
    ],
  },
  {
    // What the pages in front of the login share: three files of 100 to 300 bytes.
    name: 'door',
    priority: 1,
    sources: ['web/src/auth/AuthPage', 'web/src/auth/auth', 'web/src/auth/useSignedIn'],
  },
  {
    // What the landing page and nearly every page behind the login show: a dozen files of 200 to 800 bytes.
    name: 'figures',
    priority: 1,
    sources: [
      'contract/investmentQuote',
      'contract/money',
      'web/src/kit/Change',
      'web/src/kit/CoinIcon',
      'web/src/kit/InstallHelp',
      'web/src/kit/Khata',
      'web/src/kit/Modal',
      'web/src/kit/Money',
      'web/src/kit/PriceList',
      'web/src/kit/RiskLine',
      'web/src/kit/SimulatedChip',
      'web/src/kit/When',
      'web/src/kit/hiddenAmounts',
      'web/src/kit/layers',
      'web/src/kit/reducedMotion',
      'web/src/kit/useNow',
    ],
  },
]

/** The bundles as the bundler takes them. Throws where a listed file is not there any more. */
export function bundleGroups() {
  const root = join(import.meta.dirname, '../..')
  return bundles.map(({ name, priority, packages = [], sources }) => {
    const gone = sources.filter((source) => !endings.some((ending) => existsSync(join(root, source + ending))))
    if (gone.length > 0) throw new Error(`web/build/bundles.ts names files that do not exist: ${gone.join(', ')}`)
    const listed = new Set(sources.map((source) => join(root, source)))
    return {
      name,
      priority,
      test: (id: string) =>
        listed.has(id.replace(/\?.*$/, '').replace(/(\.module)?\.\w+$/, '')) ||
        packages.some((one) => id.includes(`/node_modules/${one}/`)),
    }
  })
}

const endings = ['.ts', '.tsx', '.module.css']
