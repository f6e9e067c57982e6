import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

const storedUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(['user', 'admin']),
})
export type SessionUser = z.output<typeof storedUser>
export type Session = { token: string; user: SessionUser }

const listeners = new Set<() => void>()
let current = restore()
let mustChangePassword = false

// Signing out in one tab signs out in all of them.
addEventListener('storage', (event) => {
  if (event.key === 'token' || event.key === 'user' || event.key === null) change(restore())
})

export const session = {
  get: (): Session | null => current,
  begin(token: string, user: SessionUser) {
    localStorage.setItem('token', token)
    localStorage.setItem('user', JSON.stringify(user))
    change({ token, user })
  },
  end() {
    localStorage.removeItem('token')
    localStorage.removeItem('user')
    change(null)
  },
  /** An admin set the password: until it is changed the server refuses everything else, so pages make way for that. */
  mustChangePassword: () => mustChangePassword,
  demandPasswordChange(demanded: boolean) {
    if (demanded === mustChangePassword) return
    mustChangePassword = demanded
    change(current)
  },
  onChange(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export function useSession(): Session | null {
  return useSyncExternalStore(session.onChange, session.get)
}

/** What is stored counts only whole: a token without a readable user signs nobody in. */
function restore(): Session | null {
  const token = localStorage.getItem('token')
  const user = storedUser.safeParse(parseJson(localStorage.getItem('user')))
  return token && user.success ? { token, user: user.data } : null
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function change(next: Session | null) {
  if (next?.token !== current?.token) mustChangePassword = false
  current = next
  for (const listener of listeners) listener()
}
