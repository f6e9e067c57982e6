/**
 * What the operator says of the site (GET /site), read once for everyone who asks. The last answer is kept in this
 * browser, so that ribbon and footer stand from the first paint on and do not push the page down when it arrives.
 */
import { getSite, type Site, site as siteShape } from '@bittkosh/contract/site'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from './client.ts'

const storageKey = 'site'
const listeners = new Set<() => void>()
let site = kept()
let asked = false

/** Undefined until the first answer this browser has ever had. */
export function useSite(): Site | undefined {
  useEffect(ask, [])
  return useSyncExternalStore(subscribe, current, current)
}

function ask() {
  if (asked) return
  asked = true
  call(getSite, {}).then(keep, () => {
    asked = false // asked again when the connection is back, or by the next page
  })
}

function keep(answer: Site) {
  site = answer
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(storageKey, JSON.stringify(answer))
  } catch {
    // Storage is blocked: the next load asks before it can show.
  }
}

function kept(): Site | undefined {
  try {
    // An answer of another version of the product may look different: then it is not used.
    return siteShape.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data
  } catch {
    return undefined
  }
}

function current() {
  return site
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('online', ask)
  return () => {
    listeners.delete(listener)
    removeEventListener('online', ask)
  }
}
