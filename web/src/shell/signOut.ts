import { logout } from '@bittkosh/contract/auth'
import { call } from '../api/client.ts'
import { session } from '../api/session.ts'

/** Forgets the session here at once and tells the server, whether or not it can be reached. */
export function signOut() {
  if (session.get()) call(logout, {}).catch(console.error) // takes the token before it is forgotten
  session.end()
}
