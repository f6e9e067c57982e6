/** People who sign in while tests run a whole program: the initial admin, and new people. */
import { randomInt } from 'node:crypto'

export const ADMIN = { login: 'admin@journeys.test', password: 'journey-admin-Passw0rd' }
export const PASSWORD = 'teen hathi nadi par' // of every new person

/** Somebody signed in, as in the reply of a call that opens a session. */
export type Person = {
  token: string
  user: { id: number; name: string; email: string; phone: string; role: 'user' | 'admin' }
}

/** The registration form of a new person, different each time. */
export function newPerson(name = 'Asha Rao'): { name: string; email: string; phone: string; password: string } {
  const digits = String(randomInt(100_000_000)).padStart(8, '0')
  const [first = ''] = name.toLowerCase().split(/\W+/).filter(Boolean)
  return { name, email: `${first}-${digits}-${Date.now()}@example.test`, phone: `98${digits}`, password: PASSWORD }
}

/** Registers a person at a running program, which adds one transfer, the welcome bonus. */
export async function register(base: string, person = newPerson()): Promise<Person> {
  const reply = await fetch(`${base}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  if (!reply.ok) throw new Error(`register answered ${reply.status}: ${await reply.text()}`)
  return reply.json() as Promise<Person> // the two properties that the app stores too
}
