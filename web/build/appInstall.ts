/** What makes the web app installable and open without a connection: manifest and service worker. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BRAND, TAGLINE } from '@bittkosh/contract/brand'
import { VitePWA } from 'vite-plugin-pwa'
import { reachOf, readChunks } from './chunks.ts'

const dist = join(import.meta.dirname, '../dist')

/** Pages that a phone should open without a connection, the five tabs among them; other pages are cached when they are visited. */
const shellEntries = [
  'index.html',
  'src/landing/LandingPage.tsx',
  'src/shell/UserFrame.tsx',
  'src/shell/UpdatePrompt.tsx',
  'src/auth/LoginPage.tsx',
  'src/home/DashboardPage.tsx',
  'src/flexible/FlexiblePage.tsx',
  'src/wallet/WalletPage.tsx',
  'src/portfolio/PortfolioPage.tsx',
  'src/app/ProfileRoute.tsx',
]
const shellRooms = [
  'landing',
  'auth',
  'kit/money',
  'home',
  'flexible',
  'wallet',
  'portfolio',
  'investments',
  'profile',
  'kyc',
]
const shellSentences = [
  ...shellRooms.flatMap((room) => [`src/${room}/locales/en.po`, `src/${room}/locales/hi.po`]),
  ...['api', 'app', 'kit', 'shell'].map((room) => `src/${room}/locales/hi.po`),
  'src/api/hindi.ts',
  'src/kit/device/hindiTexts.ts',
]

export function appInstall() {
  return VitePWA({
    registerType: 'prompt',
    injectRegister: false, // src/shell/serviceWorker.ts
    manifest: {
      id: '/',
      name: BRAND,
      short_name: BRAND,
      description: TAGLINE,
      lang: 'en',
      start_url: '/?mobile=true', // the installed app shows no install prompts
      scope: '/',
      display: 'standalone',
      background_color: '#FAF7F0',
      theme_color: '#FAF7F0',
      categories: ['finance'],
      icons: [
        { src: '/icons/app/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/app/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icons/app/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
        { src: '/icons/app/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    includeManifestIcons: false,
    workbox: {
      inlineWorkboxRuntime: true,
      globPatterns: ['index.html', 'early.js', 'icon.svg', 'assets/*.{js,css,woff2}'],
      manifestTransforms: [
        async (entries) => {
          const shell = shellFiles()
          return { manifest: entries.filter(({ url }) => !url.startsWith('assets/') || shell.has(url)) }
        },
      ],
      // Pages come from the network while there is a connection: their Content-Security-Policy names the current chat address.
      navigateFallback: null,
      directoryIndex: null,
      runtimeCaching: [
        {
          // Serialised into sw.js as text, so it can't refer to anything in this file.
          urlPattern: ({ request, url, sameOrigin }) =>
            sameOrigin &&
            request.mode === 'navigate' &&
            !/^\/(api|files|dev|docs|health|openapi\.json)(\/|$)/.test(url.pathname),
          handler: async ({ request }) => {
            const shell = () => caches.match('/index.html', { ignoreSearch: true })
            const late = new Promise<undefined>((resolve) => setTimeout(resolve, 4000))
            try {
              return (await Promise.race([fetch(request), late])) ?? (await shell()) ?? (await fetch(request))
            } catch {
              return (await shell()) ?? Response.error()
            }
          },
        },
        {
          urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
          handler: 'CacheFirst', // their names contain a hash of their content
          options: { cacheName: 'files-of-the-app', expiration: { maxEntries: 200, purgeOnQuotaError: true } },
        },
        {
          urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/icons/'),
          handler: 'StaleWhileRevalidate', // a new version may bring another picture of the same name
          options: { cacheName: 'icons-of-the-app', expiration: { maxEntries: 100, purgeOnQuotaError: true } },
        },
      ],
    },
  })
}

/** Files of the build that the shell entries need before they run, and the fonts that index.html preloads. */
function shellFiles(): Set<string> {
  const chunks = readChunks(dist)
  const fonts = readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/href="\/([^"]+\.woff2)"/g)
  const files = new Set([...fonts].map(([, file = '']) => file))
  for (const key of reachOf(chunks, [...shellEntries, ...shellSentences])) {
    const { file, css = [] } = chunks[key] ?? { file: '' }
    for (const needed of [file, ...css]) files.add(needed)
  }
  return files
}
