import type { Role } from '@bittkosh/contract/roles'
import { useSyncExternalStore } from 'react'

export type SessionUser = {
  id: number
  name: string
  email: string
  phone: string
  role: 'user' | 'admin'
  /** An admin's; AdminFrame reads them again with each page. */
  roles?: Role[] | undefined
}
export type Session = { token: string; user: SessionUser }

/** Where the last figures of a user's tabs are kept (kept.ts). */
export const KEPT_FIGURES = 'figures'
/** Stands in the storage while the last session was ended by the server: for the other tabs, which get no 401. */
const ENDED = 'ended'

const listeners = new Set<() => void>()
let current = restore()
let mustChangePassword = false
let mustSetUpSecondFactor = false
/** Who was signed in until the server ended it; null after a sign-out of one's own. */
let endedFor: SessionUser['role'] | null = null

// Signing out in one tab signs out in all of them, and a session that the server ended is said to be over in all.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === 'token' || event.key === 'user' || event.key === null) follow()
})
// A page that the browser had put aside and shows again has heard of nothing.
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (persisted && restore()?.token !== current?.token) follow()
})

export const session = {
  get: (): Session | null => current,
  begin(token: string, user: SessionUser) {
    endedFor = null
    localStorage.removeItem(ENDED)
    if (user.id !== current?.user.id) localStorage.removeItem(KEPT_FIGURES)
    localStorage.setItem('token', token)
    localStorage.setItem('user', JSON.stringify(user))
    change({ token, user })
  },
  /** By a person who signs out; or by the server, for a session that is over. */
  end(by: 'person' | 'server' = 'person') {
    endedFor = by === 'server' ? (current?.user.role ?? null) : null
    if (endedFor) localStorage.setItem(ENDED, '1') // before the token goes, which is what the others hear of
    else localStorage.removeItem(ENDED)
    localStorage.removeItem('token')
    localStorage.removeItem('user')
    localStorage.removeItem(KEPT_FIGURES)
    change(null)
  },
  endedFor: () => endedFor,
  /** An admin set the password: until it is changed the server refuses everything else, so pages make way for that. */
  mustChangePassword: () => mustChangePassword,
  requirePasswordChange(demanded: boolean) {
    if (demanded === mustChangePassword) return
    mustChangePassword = demanded
    change(current)
  },
  /** A second factor is demanded of all admins and this one has none: the same. */
  mustSetUpSecondFactor: () => mustSetUpSecondFactor,
  requireSecondFactor(demanded: boolean) {
    if (demanded === mustSetUpSecondFactor) return
    mustSetUpSecondFactor = demanded
    change(current)
  },
  onChange(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export function useSession(): Session | null {
  return useSyncExternalStore(session.onChange, session.get, () => null)
}

/** What is stored counts only whole: a token without a readable user signs nobody in. */
function restore(): Session | null {
  if (typeof localStorage === 'undefined') return null // the server draws pages for visitors
  const token = localStorage.getItem('token')
  const user = parseJson(localStorage.getItem('user'))
  return token && isUser(user) ? { token, user } : null
}

// By hand: everyone downloads this, and a visitor's first page needs no other schema.
function isUser(value: unknown): value is SessionUser {
  const user: Partial<Record<string, unknown>> = Object(value)
  const texts = [user.name, user.email, user.phone]
  const isKnownRole = user.role === 'user' || user.role === 'admin'
  return Number.isInteger(user.id) && texts.every((text) => typeof text === 'string') && isKnownRole
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Does what another tab has done. */
function follow() {
  const next = restore()
  // Signed in over this session: what is shown and typed here would go out in the name of somebody else.
  if (current && next && next.token !== current.token) return location.reload()
  if (current && !next) endedFor = localStorage.getItem(ENDED) ? current.user.role : null
  change(next)
}

function change(next: Session | null) {
  if (next?.token !== current?.token) mustChangePassword = mustSetUpSecondFactor = false
  current = next
  for (const listener of listeners) listener()
}
