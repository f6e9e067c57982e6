import { session } from '../api/session.ts'

/**
 * Forgets the session here at once and tells the server, whether or not it can be reached.
 * `keepalive`, because the page may be closed right after.
 */
export function signOut() {
  const current = session.get()
  session.end()
  if (!current) return
  void fetch('/api/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${current.token}` },
    keepalive: true,
  }).catch(console.error)
}
