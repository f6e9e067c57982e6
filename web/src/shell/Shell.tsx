import { useLingui } from '@lingui/react/macro'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSession } from '../api/session.ts'
import { AdminFrame } from './AdminFrame.tsx'
import { OfflineStrip } from './OfflineStrip.tsx'
import styles from './Shell.module.css'
import { UserFrame } from './UserFrame.tsx'
import { VisitorFrame } from './VisitorFrame.tsx'

/** What stands around every page: for visitors, users and admins each their own frame. */
export function Shell() {
  const { t } = useLingui()
  const session = useSession()
  const isBare = useRouterState({ select: (state) => state.location.pathname.startsWith('/dev/') })
  useFocusOnArrival()
  const page = (
    <main id="main" tabIndex={-1} className={styles.main}>
      <OfflineStrip />
      <Outlet />
    </main>
  )
  return (
    <>
      <a href="#main" className={styles.skip}>{t`Skip to content`}</a>
      {isBare ? page : <Frame role={session?.user.role}>{page}</Frame>}
    </>
  )
}

function Frame({ role, children }: { role: 'user' | 'admin' | undefined; children: ReactNode }) {
  if (role === 'admin') return <AdminFrame>{children}</AdminFrame>
  if (role === 'user') return <UserFrame>{children}</UserFrame>
  return <VisitorFrame>{children}</VisitorFrame>
}

/** After a change of page the heading gets the focus, so that a screen reader says where one is. */
function useFocusOnArrival() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    if (before.current !== undefined && before.current !== path)
      document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
    before.current = path
  }, [path])
}
