import type { Role } from '@bittkosh/contract/roles'
import { useSyncExternalStore } from 'react'

export type SessionUser = {
  id: number
  name: string
  email: string
  phone: string
  role: 'user' | 'admin'
  /** Only for an admin; AdminFrame reads them again with each page. */
  roles?: Role[] | undefined
}
export type Session = { token: string; user: SessionUser }

/** The storage key of the last figures of a user's tabs (kept.ts). */
export const KEPT_FIGURES = 'figures'
/** Set in the storage if the server ended the last session: other tabs get no 401, so they read it here. */
const ENDED = 'ended'

/** What a browser did not store: the session then lasts as long as the page. */
const unstored = new Map<string, string>()
/** The browser's storage. Reading the global throws where storage is blocked, and on the server, which renders pages for visitors. */
const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key) ?? unstored.get(key) ?? null
    } catch {
      return unstored.get(key) ?? null
    }
  },
  set(key: string, value: string) {
    try {
      localStorage.setItem(key, value)
    } catch {
      storage.remove(key) // a full one still holds the previous value
      unstored.set(key, value)
    }
  },
  remove(key: string) {
    unstored.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // It has stored nothing.
    }
  },
}

const listeners = new Set<() => void>()
let current = restore()
let mustChangePassword = false
let mustSetUpSecondFactor = false
/** The person whose session the server ended; null after a sign-out. */
let endedFor: Pick<SessionUser, 'id' | 'role'> | null = null
/** Whether the last session on this page ended by a sign-out. */
let signedOut = false

// Signing out in one tab signs out in all of them; a session that the server ended is reported as ended in all of them.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === 'token' || event.key === 'user' || event.key === null) follow()
})
// A page that is restored from the back/forward cache has missed all events.
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (persisted && restore()?.token !== current?.token) follow()
})

export const session = {
  get: (): Session | null => current,
  begin(token: string, user: SessionUser) {
    endedFor = null
    storage.remove(ENDED)
    if (user.id !== current?.user.id) storage.remove(KEPT_FIGURES)
    storage.set('token', token)
    storage.set('user', JSON.stringify(user))
    change({ token, user })
  },
  /** Ended by a person who signs out, or by the server because the session is over. */
  end(by: 'person' | 'server' = 'person') {
    endedFor = by === 'server' ? (current?.user ?? null) : null
    signedOut = by === 'person'
    if (endedFor) storage.set(ENDED, '1') // before the token is removed, which triggers the other tabs
    else storage.remove(ENDED)
    storage.remove('token')
    storage.remove('user')
    storage.remove(KEPT_FIGURES)
    change(null)
  },
  endedFor: () => endedFor,
  signedOut: () => signedOut,
  /** An admin set the password: the server refuses everything else until it is changed, so pages redirect to the change. */
  mustChangePassword: () => mustChangePassword,
  requirePasswordChange(demanded: boolean) {
    if (demanded === mustChangePassword) return
    mustChangePassword = demanded
    change(current)
  },
  /** All admins must have a second factor and this one has none: pages redirect in the same way. */
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

/** Calls back when a session begins, ends or is replaced by another one, with the new token and the one before. */
export function onNewToken(listener: (next: string | undefined, before: string | undefined) => void) {
  let before = current?.token
  session.onChange(() => {
    const next = current?.token
    if (next !== before) listener(next, before)
    before = next
  })
}

export function useSession(): Session | null {
  return useSyncExternalStore(session.onChange, session.get, () => null)
}

/** Token and user count only together: a token without a readable user signs nobody in. */
function restore(): Session | null {
  const token = storage.get('token')
  const user = parseJson(storage.get('user'))
  return token && isUser(user) ? { token, user } : null
}

// Checked by hand: everyone downloads this, and a visitor's first page needs no other schema.
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

/** Follows what another tab did. */
function follow() {
  const next = restore()
  // Somebody else signed in over this session: what is shown and typed here would be sent in their name.
  if (current && next && next.token !== current.token) return location.reload()
  if (current && !next) {
    endedFor = storage.get(ENDED) ? current.user : null
    signedOut = endedFor === null
  }
  change(next)
}

function change(next: Session | null) {
  if (next?.token !== current?.token) mustChangePassword = mustSetUpSecondFactor = false
  current = next
  for (const listener of listeners) listener()
}
