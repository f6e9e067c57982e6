import './styles/tokens.css'
import './styles/font.css'
import './styles/base.css'
import './styles/splash.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from './api/session.ts'
import { queryClient } from './api/queries.ts'
import { App } from './app/App.tsx'
import { startLanguage } from './app/startLanguage.ts'

// What one person saw must not flash up for the next one on the same device.
session.onChange(() => {
  if (!session.get()) queryClient.clear()
})

await startLanguage()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
