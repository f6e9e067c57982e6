import { logout } from '@bittkosh/contract/auth'
import { call } from '../api/client.ts'
import { forgetDrafts } from '../api/forgetDrafts.ts'
import { session } from '../api/session.ts'

/** Ends the session in this browser immediately, deletes all drafts, and notifies the server, which may be unreachable. */
export function signOut() {
  if (session.get()) call(logout, {}).catch(console.error) // reads the token before it is cleared
  forgetDrafts()
  session.end()
}
