import { useLingui } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { queryClient } from '../api/queries.ts'
import { refreshRoles } from '../api/roles.ts'
import { FreshCodeDialog } from '../kit/overlays/FreshCodeDialog.tsx'
import { focusPart } from '../kit/device/focusPart.ts'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { cover } from '../kit/overlays/layers.ts'
import { Modal } from '../kit/overlays/Modal.tsx'
import { SentForApprovalDialog } from '../kit/overlays/SentForApprovalDialog.tsx'
import { AdminAccount } from './AdminAccount.tsx'
import { AdminMenu } from './AdminMenu.tsx'
import { Brand } from './Brand.tsx'
import { cx } from '../kit/page/cx.ts'
import { OpenFinder } from './OpenFinder.tsx'
import styles from './Shell.module.css'
import { useAdminMenu } from './useAdminMenu.ts'

export { detourFrom } from './adminPages.ts'

export function AdminFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const { sections, own } = useAdminMenu()
  const [menuOpen, setMenuOpen] = useState(false)
  useCoverOnTheWay()
  useFreshRoles()
  useLinkedPart()
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.frame}>
        <header className={styles.bar}>
          <Brand to="/admin" />
          <OpenFinder pages={[...sections.flatMap(({ items }) => items), ...own]} />
          <AdminAccount />
          <nav aria-label={t`Main`} className={styles.onMobile}>
            <IconButton
              label={t`Menu`}
              aria-haspopup="dialog"
              icon={<Menu size={22} aria-hidden />}
              onClick={() => setMenuOpen(true)}
            />
          </nav>
        </header>
        <div className={styles.body}>
          <aside aria-label={t`Side bar`} className={cx(styles.side, styles.dense)}>
            <AdminMenu sections={sections} />
          </aside>
          {children}
        </div>
        <Modal open={menuOpen} onClose={() => setMenuOpen(false)} title={t`Menu`} shape="sheet">
          <AdminMenu sections={sections} onChosen={() => setMenuOpen(false)} />
        </Modal>
        <FreshCodeDialog />
        <SentForApprovalDialog />
      </div>
    </QueryClientProvider>
  )
}

/** An owner may change this admin's roles, so they are read again with each page. */
function useFreshRoles() {
  const router = useRouter()
  useEffect(() => {
    void refreshRoles()
    return router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) void refreshRoles()
    })
  }, [router])
}

/** A link from the search to a setting or a button moves the focus there. */
function useLinkedPart() {
  const address = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href ?? '' })
  useEffect(() => void focusPart(address.split('#')[1] ?? ''), [address])
}

/** A page that is loading covers the one still shown: a key meant for the next page must not decide something on this one. */
function useCoverOnTheWay() {
  const router = useRouter()
  useEffect(() => {
    let uncover = () => {}
    const ends = [
      router.subscribe('onBeforeLoad', ({ pathChanged }) => {
        uncover()
        uncover = pathChanged ? cover() : () => {}
      }),
      router.subscribe('onResolved', () => uncover()),
      () => uncover(),
    ]
    return () => ends.forEach((end) => end())
  }, [router])
}
