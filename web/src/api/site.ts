/**
 * The operator's texts about the site (GET /site), read once for all components. The landing page contains them; for other pages
 * the last reply is kept in this browser, so that ribbon and footer are there from the first paint and don't push the page down
 * later.
 */
import type { Site } from '@bittkosh/contract/site'
import { useEffect, useSyncExternalStore } from 'react'
import { drawn } from './drawn.ts'
import { noteReach, noteReply } from './lastReply.ts'

const storageKey = 'site'
const shape = 2 // increase it when the reply's shape changes, so that values stored by an older version are ignored
const listeners = new Set<() => void>()
let site = drawn?.site ?? kept()
let asked = false
let failed = false
if (drawn) {
  keepSite(drawn.site)
  noteReply()
}

/** Undefined until this browser's first reply. */
export function useSite(): Site | undefined {
  useEffect(ask, [])
  return useSyncExternalStore(subscribe, current, current)
}

/** Whether the last reading failed; it is retried when the connection is back, or by `readSiteAgain`. */
export function useSiteFailed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => failed,
    () => false,
  )
}

/** An admin has changed the texts, or the reader has switched languages, in which the server words the reply. */
export function readSiteAgain() {
  asked = false
  ask()
}

function ask() {
  if (asked) return
  asked = true
  note(false)
  readSite().then(keepSite, () => {
    asked = false // retried when the connection is back, or by the next page
    note(true)
  })
}

function note(hasFailed: boolean) {
  failed = hasFailed
  for (const listener of listeners) listener()
}

// Without the typed client, whose schemas are 12 kB: this is the only call of a visitor's first page.
async function readSite(): Promise<Site> {
  try {
    const response = await fetch('/api/site')
    noteReach(true)
    if (!response.ok) throw new Error(`/site answered ${response.status}`)
    noteReply()
    return await response.json()
  } catch (error) {
    if (error instanceof TypeError) noteReach(false)
    throw error
  }
}

/** Sets the current value: from the server's reply, or from the code that renders a page with it. */
export function keepSite(answer: Site) {
  asked = true
  site = answer
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(storageKey, JSON.stringify({ shape, site: answer }))
  } catch {
    // Storage is blocked: the next load must wait for the reply.
  }
}

function kept(): Site | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return stored?.shape === shape ? stored.site : undefined
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
