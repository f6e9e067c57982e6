import { useRouter } from '@tanstack/react-router'

/** Whether the page that renders this is still open: a late reply must not navigate somebody who has moved on. */
export function useStillHere(): () => boolean {
  const router = useRouter()
  const { pathname } = router.state.location
  return () => router.state.location.pathname === pathname
}
