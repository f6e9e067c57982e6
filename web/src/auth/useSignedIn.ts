import { useNavigate } from '@tanstack/react-router'
import { session, type SessionUser } from '../api/session.ts'

/** Begins the session that a reply opened and goes home; a new account is flagged as just signed up. */
export function useSignedIn() {
  const navigate = useNavigate()
  return ({ token, user }: { token: string; user: SessionUser }, { justSignedUp = false } = {}) => {
    session.begin(token, user)
    void navigate({ to: user.role === 'admin' ? '/admin' : '/dashboard', replace: true, state: { justSignedUp } })
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    justSignedUp?: boolean
  }
}
