import { useLingui } from '@lingui/react/macro'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { session } from '../api/session.ts'
import { useSite } from '../api/site.ts'
import { isPart } from '../kit/device/focusPart.ts'
import { cx } from '../kit/page/cx.ts'
import { Ribbon } from '../kit/page/Ribbon.tsx'
import { useHydrated } from '../kit/device/useHydrated.ts'
import { frames } from './frames.ts'
import { OfflineStrip } from './OfflineStrip.tsx'
import styles from './Shell.module.css'
import { SiteFooter } from './SiteFooter.tsx'
import { VisitorFrame } from './VisitorFrame.tsx'

// Loaded after everything else.
const UpdatePrompt = lazy(() => import('./UpdatePrompt.tsx').catch(() => ({ default: () => null })))

type Role = 'user' | 'admin' | null

/** The frame around every page: visitors, users and admins each have their own. */
export function Shell() {
  const { t } = useLingui()
  const role = useRouterState({ select: (state) => roleOf(state.matches.at(-1)?.context) })
  const isBare = useRouterState({ select: (state) => state.location.pathname.startsWith('/dev/') })
  const isHydrated = useHydrated()
  useFocusOnArrival()
  const page = (
    <div className={styles.page}>
      <main id="main" tabIndex={-1} className={cx(styles.main, role !== null && styles.fills)}>
        <OfflineStrip />
        <Outlet />
      </main>
      {!isBare && <SiteFooter withSwitches={role === null} />}
    </div>
  )
  return (
    <>
      <a href="#main" className={styles.skip}>{t`Skip to content`}</a>
      {isBare ? (
        page
      ) : (
        <DemoRibbon>
          <Frame role={role}>{page}</Frame>
        </DemoRibbon>
      )}
      {isHydrated && (
        <Suspense>
          <UpdatePrompt />
        </Suspense>
      )}
    </>
  )
}

/** At the top of every page while no operator is named; its space is reserved until that is known. */
function DemoRibbon({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const site = useSite()
  if (site && !site.demo) return children
  return (
    <div className={styles.withRibbon}>
      <aside aria-label={t`Notice`} className={cx(styles.ribbon, !site && styles.unknown)}>
        <Ribbon />
      </aside>
      {children}
    </div>
  )
}

/**
 * The role whose frame is shown: taken from the route's guard, not from the session, so that frame and page change together when
 * someone signs in or out. Before the first guard has run, it is the session's.
 */
function roleOf(context: object | undefined): Role {
  if (context && 'role' in context && (context.role === 'user' || context.role === 'admin' || context.role === null))
    return context.role
  return session.get()?.user.role ?? null
}

function Frame({ role, children }: { role: Role; children: ReactNode }) {
  if (!role) return <VisitorFrame>{children}</VisitorFrame>
  const RoleFrame = frames[role]
  return (
    <Suspense>
      <RoleFrame>{children}</RoleFrame>
    </Suspense>
  )
}

/**
 * After a change of page its heading gets the focus, so that a screen reader announces it. The panel's own links to a part of a page
 * move it there, and the end of a flow that is shown at once has already taken it.
 */
function useFocusOnArrival() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    const isTaken = isPart(location.hash.slice(1)) || document.activeElement?.id === 'result'
    if (before.current !== undefined && before.current !== path && !isTaken)
      document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
    before.current = path
  }, [path])
}
