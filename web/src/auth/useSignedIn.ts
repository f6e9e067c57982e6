import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session, type SessionUser } from '../api/session.ts'

/**
 * Begins the session from a reply. Once a session has begun, here or in another tab, leads home, or to what was opened without one
 * (app/page.ts); if another person's session ended there, home.
 */
export function useSignedIn() {
  const navigate = useNavigate()
  const router = useRouter()
  useEffect(() => {
    const stop = session.onChange(() => {
      const user = session.get()?.user
      if (!user) return
      stop() // another tab's session causes two events
      const { cameFrom, endedId } = router.state.location.state
      if (cameFrom && (endedId ?? user.id) === user.id) router.history.replace(cameFrom)
      else void navigate({ to: user.role === 'admin' ? '/admin' : '/dashboard', replace: true })
    })
    return () => void stop()
  }, [navigate, router])
  return ({ token, user }: { token: string; user: SessionUser }) => session.begin(token, user)
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page that was opened without a session. */
    cameFrom?: string
    /** If a session ended there: its person's role and id. */
    endedFor?: SessionUser['role']
    endedId?: SessionUser['id']
  }
}
