import './styles/tokens.css'
import './styles/font.css'
import './styles/base.css'
import './styles/splash.css'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { session } from './api/session.ts'
import { drawn } from './api/drawn.ts'
import { App } from './app/App.tsx'
import { router } from './app/router.tsx'
import { landingSearch } from './app/search.ts'
import { startLanguage } from './app/startLanguage.ts'
import './kit/device/install.ts' // a browser fires its install event early, and only once
import { language } from './kit/device/language.ts'
import { preloadFrame } from './shell/frames.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const app = (
  <StrictMode>
    <App router={router} />
  </StrictMode>
)

const isDrawn = isDrawnForReader()
if (isDrawn) router.ssr = { manifest: undefined } // as if the router had been rendered on the server
// Frame and page are rendered together, once both are loaded.
await Promise.all([startLanguage(), preloadFrame(session.get()?.user.role), router.load()]).catch((error: unknown) => {
  dispatchEvent(new Event('lost')) // public/early.js shows the message
  throw error
})
if (isDrawn) hydrateRoot(root, app)
else {
  root.replaceChildren() // removes a page rendered for somebody else before it becomes visible
  // As a transition: a page and its frame in one task would block a cheap phone for a sixth of a second.
  startTransition(() => createRoot(root).render(app))
}
delete document.documentElement.dataset.stale
// Not part of the first download; if the connection fails, the next start does it.
import('./api/draft.ts').then(({ forgetExpiredDrafts }) => forgetExpiredDrafts(), console.warn)

/** The server rendered the landing page in the reader's language, and the reader is a visitor. */
function isDrawnForReader(): boolean {
  if (!drawn || session.get()) return false
  const { pathname, search } = router.latestLocation
  const { mobile = false } = landingSearch(search)
  return pathname === '/' && mobile === drawn.mobile && drawn.language === language.get()
}
