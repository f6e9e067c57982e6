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
import './kit/device/install.ts' // a browser offers to install early, and only once
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
if (isDrawn) router.ssr = { manifest: undefined } // it was drawn by the router's server side
// Frame and page are rendered in one go, once both are there.
await Promise.all([startLanguage(), preloadFrame(session.get()?.user.role), router.load()]).catch((error: unknown) => {
  dispatchEvent(new Event('lost')) // public/early.js says so
  throw error
})
if (isDrawn) hydrateRoot(root, app)
else {
  root.replaceChildren() // what was drawn for somebody else goes before it could be seen
  // In slices: a page and its frame at once would keep a cheap phone from answering for a sixth of a second.
  startTransition(() => createRoot(root).render(app))
}
delete document.documentElement.dataset.stale
// Not of the first download; without a connection the next start does it.
import('./api/draft.ts').then(({ forgetExpiredDrafts }) => forgetExpiredDrafts(), console.warn)

/** The server drew the landing page, in the reader's language, and it is a visitor who reads it. */
function isDrawnForReader(): boolean {
  if (!drawn || session.get()) return false
  const { pathname, search } = router.latestLocation
  const { mobile = false } = landingSearch(search)
  return pathname === '/' && mobile === drawn.mobile && drawn.language === language.get()
}
