import { store, useStore } from './store.ts'

/** Chromium's event that offers to install; other browsers don't have it. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const offered = store<InstallPrompt | null>(null)

globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault() // stored until the person asks for it
  offered.set(event as InstallPrompt) // the event's name determines its type
})

/** Returns whether the browser showed its own prompt. */
async function install(): Promise<boolean> {
  const prompt = offered.get()
  if (!prompt) return false
  await prompt.prompt()
  offered.set(null)
  return true
}

export function useInstall() {
  return { canPrompt: useStore(offered) !== null, install, isInstalled: isInstalled(), isIos: isIos() }
}

function isInstalled(): boolean {
  return globalThis.matchMedia?.('(display-mode: standalone)').matches ?? false
}

// iPadOS reports itself as a Mac; only its touch screen distinguishes it.
function isIos(): boolean {
  const { userAgent = '', maxTouchPoints = 0 } = globalThis.navigator ?? {}
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
