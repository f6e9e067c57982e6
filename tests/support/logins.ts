/** Who signs in while tests run a whole program: the admin it starts with, and new people. */
import { randomInt } from 'node:crypto'

export const ADMIN = { login: 'admin@journeys.test', password: 'journey-admin-Passw0rd' }
export const PASSWORD = 'teen hathi nadi par' // of every new person

/** Somebody signed in, as a call that opens a session answers. */
export type Person = {
  token: string
  user: { id: number; name: string; email: string; phone: string; role: 'user' | 'admin' }
}

/** What somebody types who registers, different each time. */
export function newPerson(name = 'Asha Rao'): { name: string; email: string; phone: string; password: string } {
  const digits = String(randomInt(100_000_000)).padStart(8, '0')
  const [first = ''] = name.toLowerCase().split(/\W+/).filter(Boolean)
  return { name, email: `${first}-${digits}-${Date.now()}@example.test`, phone: `98${digits}`, password: PASSWORD }
}
