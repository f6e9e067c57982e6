/**
 * For the server's own build of the landing page (src/app/drawLanding.tsx): the document of the browser's build with placeholders
 * for the rendered content, its styles and the early script inlined (the first paint waits for no second response; the server names
 * their hashes in the content policy), and the files that hydration will need.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { readChunks, reachOf } from './chunks.ts'

const name = 'virtual:landing-document'
const page = 'src/landing/LandingPage.tsx'
/** The catalogues that every page needs: English is in the first chunk, Hindi is fetched. */
const everywhere = ['api', 'app', 'kit', 'shell']

export function landingDocument(): Plugin {
  return {
    name: 'landing-document',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? moduleText() : null),
  }
}

function moduleText(): string {
  const dist = join(import.meta.dirname, '../dist')
  const chunks = readChunks(dist)
  const start = reachOf(chunks, ['index.html'])
  const own = (keys: string[]) => reachOf(chunks, keys).filter((key) => !start.includes(key))
  const styles = [...start, ...own([page])].flatMap((key) => chunks[key]?.css ?? [])
  const needs = {
    en: own([page, ...['landing', 'kit/money'].map((room) => `src/${room}/locales/en.po`)]),
    hi: own([
      page,
      'src/kit/device/hindiTexts.ts',
      ...['landing', 'kit/money', ...everywhere].map((room) => `src/${room}/locales/hi.po`),
    ]),
  }
  const preloads = (keys: string[]) =>
    keys.map((key) => `<link rel="modulepreload" crossorigin href="/${chunks[key]?.file}">`).join('')
  const content = (file: string) => readFileSync(join(dist, file), 'utf8')
  // The app looks for these links before it fetches a page's styles; disabled ones are not downloaded.
  const links = styles.map((file) => `<link rel="stylesheet" disabled href="/${file}">`).join('')
  const document = content('index.html')
    .replaceAll(/<link rel="stylesheet"[^>]*>\s*/g, '')
    .replace('<script src="/early.js"></script>', () => `<script>${content('early.js')}</script>`)
    .replace('<html lang="en">', '<html lang="%LANGUAGE%">')
    .replace(/<title>.*<\/title>/, '<title>%TITLE%</title>')
    .replace('</head>', () => `<style>${styles.map(content).join('')}</style>${links}%HEAD%</head>`)
    .replace('<div id="root"></div>', '%ROOT%')
    .replace('<div id="splash"', '<div id="splash" data-timed')
    .replace(/<script type="application\/json" id="pages">.*<\/script>\s*/, '')
    .replace(/<noscript>.*<\/noscript>/, '')
  return `export const landingDocument = ${JSON.stringify(document)}
export const modulePreloads = ${JSON.stringify({ en: preloads(needs.en), hi: preloads(needs.hi) })}`
}
