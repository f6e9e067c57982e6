import { useNavigate, useRouter } from '@tanstack/react-router'
import { session, type SessionUser } from '../api/session.ts'

/** Begins the session that a reply opened and goes home, or back to the page on which the session before it ended. */
export function useSignedIn() {
  const navigate = useNavigate()
  const router = useRouter()
  return ({ token, user }: { token: string; user: SessionUser }) => {
    const { cameFrom } = router.state.location.state
    session.begin(token, user)
    if (cameFrom) router.history.replace(cameFrom)
    else void navigate({ to: user.role === 'admin' ? '/admin' : '/dashboard', replace: true })
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page on which a session ended, and whose it was. */
    cameFrom?: string
    endedFor?: SessionUser['role']
  }
}
