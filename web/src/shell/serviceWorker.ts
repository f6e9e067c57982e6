import { store, useStore } from '../kit/device/store.ts'

type ScriptUrls = { createScriptURL(address: string): string }
type TrustedTypes = { createPolicy(name: string, rules: ScriptUrls): ScriptUrls }

const HOUR_MS = 3_600_000
const waiting = store<ServiceWorker | null>(null)

/**
 * Registers sw.js, which fetches the five tabs, once the page has loaded and is idle, and checks for a new version every hour while
 * it stays open.
 */
export function startServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const whenIdle = () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void register())
    else void register() // Safari
  }
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

/** Switches to the waiting version; null if there is none. */
export function useNewVersion(): (() => void) | null {
  return useStore(waiting) && changeOver
}

async function register() {
  try {
    const registration = await navigator.serviceWorker.register(workerAddress())
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

/** The only script URL that the content policy allows to be created (docs/security.md#input-and-headers). */
function workerAddress(): string {
  const address = '/sw.js'
  // TypeScript does not support trusted types yet; in browsers that do, `register` accepts one in place of a string.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => address })
  return policy ? policy.createScriptURL(address) : address
}

// The very first worker changes nothing: this page already has its version.
function offer(worker: ServiceWorker) {
  if (!navigator.serviceWorker.controller) return
  waiting.set(worker)
}

function changeOver() {
  const worker = waiting.get()
  if (worker?.state !== 'installed') return location.reload() // another tab has switched already
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin argument
  worker.postMessage({ type: 'SKIP_WAITING' })
}
