import './styles/tokens.css'
import './styles/font.css'
import './styles/base.css'
import './styles/splash.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from './api/session.ts'
import { App } from './app/App.tsx'
import { startLanguage } from './app/startLanguage.ts'
import { preloadFrame } from './shell/frames.ts'

await Promise.all([startLanguage(), preloadFrame(session.get()?.user.role)])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
