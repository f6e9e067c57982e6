/**
 * Gives early.js the list of files and replies that each page needs, so that they are requested together with the first files.
 * Without it the frame, then the page, then its imports are fetched one round trip after the other: 1.2 s each on slow 3G.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Chunks, readChunks, reachOf } from './chunks.ts'

type Opened = { sources: string[]; rooms: string[] }

const frame = 'src/shell/UserFrame.tsx'
const behindLogin = (page: string, rooms: string[]): Opened => ({
  sources: [frame, page],
  rooms: [...rooms, 'kit/money'],
})
/** The login, and the five tabs. */
const pages: Record<string, Opened> = {
  '/login': { sources: ['src/auth/LoginPage.tsx'], rooms: ['auth'] },
  '/dashboard': behindLogin('src/home/DashboardPage.tsx', ['home', 'wallet']),
  '/flexible': behindLogin('src/flexible/FlexiblePage.tsx', ['flexible']),
  '/wallet': behindLogin('src/wallet/WalletPage.tsx', ['wallet']),
  '/portfolio': behindLogin('src/portfolio/PortfolioPage.tsx', ['portfolio', 'investments']),
  '/profile': behindLogin('src/app/ProfileRoute.tsx', ['profile', 'kyc']),
}
/**
 * The calls without whose replies the home page can't show anything; without this its first call comes a round trip after the last
 * script.
 */
const calls = {
  '/dashboard': [
    '/api/portfolio/history?days=30',
    '/api/portfolio/payouts?days=3650',
    '/api/portfolio',
    '/api/flexible/balance',
    '/api/transactions?by_month=1&only=pending',
    '/api/profile',
    '/api/cryptocurrencies',
  ],
}
/** Catalogues of every page; the English ones are in the first chunk. */
const everywhere = ['api', 'app', 'kit', 'shell']

export function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    writeBundle: async ({ dir = '' }) => {
      const chunks = readChunks(dir)
      const needs = {
        calls,
        en: filesOf(chunks, (rooms) => rooms.map((room) => `src/${room}/locales/en.po`)),
        hi: filesOf(chunks, (rooms) => [
          ...[...rooms, ...everywhere].map((room) => `src/${room}/locales/hi.po`),
          'src/api/hindi.ts',
          'src/kit/device/hindiTexts.ts',
        ]),
      }
      const block = `<script type="application/json" id="pages">${JSON.stringify(needs)}</script>`
      const place = join(dir, 'index.html')
      const html = await readFile(place, 'utf8')
      await writeFile(
        place,
        html.replace('<script src="/early.js">', (early) => `${block}\n    ${early}`),
      )
    },
  }
}

function filesOf(chunks: Chunks, catalogues: (rooms: string[]) => string[]): Record<string, string[]> {
  const start = new Set(reachOf(chunks, ['index.html']))
  const entries = Object.entries(pages).map(([path, { sources, rooms }]) => {
    const needed = reachOf(chunks, [...sources, ...catalogues(rooms)]).filter((key) => !start.has(key))
    const files = needed.flatMap((key) => [chunks[key]?.file ?? '', ...(chunks[key]?.css ?? [])])
    return [path, [...new Set(files)].map((file) => file.replace(/^assets\//, ''))]
  })
  return Object.fromEntries(entries)
}
