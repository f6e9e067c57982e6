import { useRouter } from '@tanstack/react-router'

/**
 * Whether the page that draws this is still the open one: what an answer brings late to somebody who has gone on must not
 * lead them away from there.
 */
export function useStillHere(): () => boolean {
  const router = useRouter()
  const { pathname } = router.state.location
  return () => router.state.location.pathname === pathname
}
