import { useSyncExternalStore } from 'react'

/** Chromium's event that offers to install; other browsers do not have it. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const listeners = new Set<() => void>()
let offered: InstallPrompt | null = null

globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault() // kept until the person asks for it
  offered = event as InstallPrompt // the event's name determines its type
  for (const listener of listeners) listener()
})

/** Returns whether the browser showed its own prompt. */
async function install(): Promise<boolean> {
  if (!offered) return false
  await offered.prompt()
  offered = null
  for (const listener of listeners) listener()
  return true
}

export function useInstall() {
  const canPrompt = useSyncExternalStore(
    subscribe,
    () => offered !== null,
    () => false,
  )
  return { canPrompt, install, isInstalled: isInstalled(), isIos: isIos() }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function isInstalled(): boolean {
  return globalThis.matchMedia?.('(display-mode: standalone)').matches ?? false
}

// iPadOS calls itself a Mac; only its touch screen gives it away.
function isIos(): boolean {
  const { userAgent = '', maxTouchPoints = 0 } = globalThis.navigator ?? {}
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
