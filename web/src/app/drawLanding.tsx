/**
 * Renders the landing page into a whole document on the server: it is painted before any script runs, and main.tsx hydrates it.
 * Built separately (`vite build --ssr`), with the document of the browser's build.
 */
import { BRAND, TAGLINE } from '@bittkosh/contract/brand'
import type { Language } from '@bittkosh/contract/language'
import type { Site } from '@bittkosh/contract/site'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { landingDocument, modulePreloads } from 'virtual:landing-document'
import type { Drawn } from '../api/drawn.ts'
import { keepSite } from '../api/site.ts'
import { loadCatalogue, setLanguage, startLanguage } from '../kit/device/language.ts'
import LandingPage from '../landing/LandingPage.tsx'
import { Shell } from '../shell/Shell.tsx'
import { App } from './App.tsx'
import { LoadingPage } from './LoadingPage.tsx'
import { landingSearch } from './search.ts'

const root = createRootRoute({ component: Shell })
const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: landingSearch,
  beforeLoad: () => ({ role: null }),
  component: LandingPage,
})
const routeTree = root.addChildren([landing])

/** Every document that `/` may return in a language with the operator's texts. */
export async function drawLanding(site: Site, language: Language): Promise<(Omit<Drawn, 'site'> & { html: string })[]> {
  await startLanguage()
  await Promise.all(['landing', 'kit/money'].map(loadCatalogue))
  keepSite(site)
  const pages = []
  await setLanguage(language)
  for (const mobile of [false, true]) pages.push({ language, mobile, html: await draw({ language, mobile, site }) })
  return pages
}

async function draw(wanted: Drawn): Promise<string> {
  // Only the rendered page: the server has no use for the code of other routes. Links don't need a matching route.
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [wanted.mobile ? '/?mobile=true' : '/'] }),
    defaultPendingComponent: LoadingPage, // as in router.tsx: its Suspense is part of the markup
  })
  await router.load()
  return documentWith(wanted, renderToString(<App router={router} />))
}

function documentWith(wanted: Drawn, page: string): string {
  // React puts preload links for pictures in front of its output; they belong in the head.
  const [, asks = '', drawn = page] = /^((?:<link [^>]*>)*)([\s\S]*)$/.exec(page) ?? []
  const places: Record<string, string> = {
    LANGUAGE: wanted.language,
    TITLE: `${BRAND} · ${TAGLINE}`,
    HEAD: modulePreloads[wanted.language] + asks,
    ROOT: `<div id="root" data-drawn="${escapeAttribute(JSON.stringify(wanted))}">${drawn}</div>`,
  }
  return landingDocument.replaceAll(/%([A-Z]+)%/g, (_, place: string) => places[place] ?? '')
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
