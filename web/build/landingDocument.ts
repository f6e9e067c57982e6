/**
 * For the server's own build of the landing page (src/app/drawLanding.tsx): the document that the browser's build left,
 * with places for what is drawn, and the files that taking the page over will need.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { readChunks, reachOf } from './chunks.ts'

const name = 'virtual:landing-document'
const page = 'src/landing/LandingPage.tsx'
/** The catalogues that every page needs: English lies in the first chunk, Hindi is fetched. */
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
  const styles = own([page]).flatMap((key) => chunks[key]?.css ?? [])
  const needs = {
    en: own([page, 'src/landing/locales/en.po']),
    hi: own([
      page,
      ...['landing', ...everywhere].map((room) => `src/${room}/locales/hi.po`),
      'src/app/sentences.hi.ts',
    ]),
  }
  const preloads = (keys: string[]) =>
    keys.map((key) => `<link rel="modulepreload" crossorigin href="/${chunks[key]?.file}">`).join('')
  const links = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('')
  const document = readFileSync(join(dist, 'index.html'), 'utf8')
    .replace('<html lang="en">', '<html lang="%LANGUAGE%">')
    .replace(/<title>.*<\/title>/, '<title>%TITLE%</title>')
    .replace('</head>', `${links}%HEAD%</head>`)
    .replace('<div id="root"></div>', '%ROOT%')
    .replace('<div id="splash"', '<div id="splash" data-timed')
    .replace(/<noscript>.*<\/noscript>/, '')
  return `export const landingDocument = ${JSON.stringify(document)}
export const modulePreloads = ${JSON.stringify({ en: preloads(needs.en), hi: preloads(needs.hi) })}`
}
