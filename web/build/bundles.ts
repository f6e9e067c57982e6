/**
 * Modules that are bundled together. If the bundler splits them by shared use, as it does by default, the same code takes 8 kB
 * (gzip) more, in files of a few hundred bytes.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

type Bundle = {
  name: string
  /** The bundle with the higher priority takes a module that two bundles list. */
  priority: number
  packages?: readonly string[]
  /** Paths from the project's root without extensions; each stands for a file and its stylesheet. */
  sources: readonly string[]
}

const bundles: readonly Bundle[] = [
  {
    // What every page needs.
    name: 'base',
    priority: 3,
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
      'web/src/api/ApiError',
      'web/src/api/attemptKey',
      'web/src/api/failure',
      'web/src/api/lastReply',
      'web/src/api/refresh',
      'web/src/api/sent',
      'web/src/api/session',
      'web/src/api/site',
      'web/src/api/useRefusal',
      'web/src/api/words',
      'web/src/kit/page/Banner',
      'web/src/kit/page/Card',
      'web/src/kit/actions/Button',
      'web/src/kit/page/EmptyState',
      'web/src/kit/forms/Field',
      'web/src/kit/forms/Submit',
      'web/src/kit/forms/TextInput',
      'web/src/kit/forms/input',
      'web/src/kit/actions/IconButton',
      'web/src/kit/page/LanguageSwitch',
      'web/src/kit/page/Page',
      'web/src/kit/page/Ribbon',
      'web/src/kit/actions/Segmented',
      'web/src/kit/page/Skeleton',
      'web/src/kit/page/Spinner',
      'web/src/kit/page/ThemeSwitch',
      'web/src/kit/page/Trans',
      'web/src/kit/overlays/Toasts',
      'web/src/kit/page/cx',
      'web/src/kit/device/focusPart',
      'web/src/kit/device/install',
      'web/src/kit/device/language',
      'web/src/kit/device/online',
      'web/src/kit/device/preference',
      'web/src/kit/device/theme',
      'web/src/kit/overlays/toast',
      'web/src/kit/device/useHydrated',
      'web/src/shell/Brand',
      ...['eye', 'eye-off'].map((icon) => `node_modules/lucide-react/dist/esm/icons/${icon}`),
    ],
  },
  {
    // Everything that talks to the server. Every page but the landing page needs it; sign-in and registration need it a moment
    // after they are shown.
    name: 'calls',
    priority: 1,
    packages: ['zod'],
    sources: [
      'contract/auth',
      'contract/complaint',
      'contract/contact',
      'contract/endpoint',
      'contract/shapes',
      'web/src/api/client',
      'web/src/api/sending',
    ],
  },
  {
    // Everything that makes a request with `useForm`.
    name: 'forms',
    priority: 2,
    sources: [
      'web/src/api/useForm',
      'web/src/auth/AuthPage',
      'web/src/auth/auth',
      'web/src/auth/useSignedIn',
      'web/src/kit/forms/PasswordInput',
    ],
  },
  {
    // What the landing page and nearly every page behind the login show: a dozen files of 200 to 800 bytes.
    name: 'figures',
    priority: 1,
    sources: [
      'contract/investmentQuote',
      'contract/money',
      'web/src/kit/money/Change',
      'web/src/kit/money/CoinIcon',
      'web/src/kit/page/InstallHelp',
      'web/src/kit/money/Khata',
      'web/src/kit/overlays/Modal',
      'web/src/kit/money/Money',
      'web/src/kit/money/PriceList',
      'web/src/kit/money/RiskLine',
      'web/src/kit/money/SimulatedChip',
      'web/src/kit/page/When',
      'web/src/kit/page/dates',
      'web/src/kit/money/hiddenAmounts',
      'web/src/kit/overlays/layers',
      'web/src/kit/device/reducedMotion',
      'web/src/kit/page/useNow',
    ],
  },
  {
    // What the frame behind the login and the five tabs share. A browser requests six files at a time from an HTTP/1.1 server: the
    // home page's 39, most of them under 2 kB, took six round trips, 1.2 s each on slow 3G.
    name: 'behind',
    priority: 1,
    packages: ['@tanstack/react-query', '@tanstack/query-core'],
    sources: [
      'contract/amounts',
      'contract/financialYears',
      'contract/flexible',
      'contract/kyc',
      'contract/investments',
      'contract/notifications',
      'contract/plans',
      'contract/portfolio',
      'contract/profile',
      'contract/referrals',
      'contract/sessions',
      'contract/settings',
      'contract/twins',
      'contract/upcomings',
      'contract/wallet',
      'web/src/api/draft',
      'web/src/api/forgetDrafts',
      'web/src/api/useAction',
      'web/src/kit/actions/Tabs',
      'web/src/kit/charts/lazy',
      'web/src/kit/device/installOffer',
      'web/src/kit/device/useWide',
      'web/src/kit/forms/amountText',
      'web/src/kit/lists/Table',
      'web/src/kit/money/HideAmounts',
      'web/src/kit/page/FailedState',
      'web/src/notifications/api',
      'web/src/plans/api',
      'web/src/plans/tried',
      'web/src/profile/api',
      'web/src/requests/useUsualWait',
      'web/src/api/settingText',
      'web/src/shell/Notice',
      'web/src/shell/SignOut',
      'web/src/shell/signOut',
      'web/src/upcomings/api',
      ...[
        'arrow-down-left',
        'arrow-up-right',
        'bell',
        'calendar-clock',
        'life-buoy',
        'log-out',
        'menu',
        'rotate-cw',
        'sprout',
      ].map((icon) => `node_modules/lucide-react/dist/esm/icons/${icon}`),
    ],
  },
]

/** The bundles in the bundler's format. Throws if a listed file no longer exists. */
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

const endings = ['.ts', '.tsx', '.module.css', '.mjs']
