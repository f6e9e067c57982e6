import { useSyncExternalStore } from 'react'

const HOUR_MS = 3_600_000
const listeners = new Set<() => void>()
let waiting: ServiceWorker | null = null

/** Registers sw.js once the page has loaded, and looks for a new version every hour while it stays open. */
export function startServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}

/** Switches to the waiting version; null if there is none. */
export function useNewVersion(): (() => void) | null {
  const isWaiting = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== null,
    () => false,
  )
  return isWaiting ? changeOver : null
}

async function register() {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js')
    if (registration.waiting) offer(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const fresh = registration.installing
      fresh?.addEventListener('statechange', () => {
        if (fresh.state === 'installed') offer(fresh)
      })
    })
    setInterval(() => void registration.update().catch(console.warn), HOUR_MS)
  } catch (error) {
    console.warn('Without a service worker the app needs a connection to open.', error)
  }
}

// The very first worker changes nothing: this page already has its version.
function offer(worker: ServiceWorker) {
  if (!navigator.serviceWorker.controller) return
  waiting = worker
  for (const listener of listeners) listener()
}

function changeOver() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin argument
  waiting?.postMessage({ type: 'SKIP_WAITING' })
}
