import { randomKey } from './randomKey.ts'

const STORAGE_KEY = 'device'
let ofThisPage: string | null = null

/** The random id of this browser, created once. If storage is blocked, it lasts as long as the page. */
export function deviceId(): string {
  ofThisPage ??= keptId()
  return ofThisPage
}

function keptId(): string {
  const fresh = randomKey()
  try {
    const kept = localStorage.getItem(STORAGE_KEY)
    if (kept === null) localStorage.setItem(STORAGE_KEY, fresh)
    return kept ?? fresh
  } catch {
    return fresh
  }
}
