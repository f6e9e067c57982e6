import { listUsers } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  BadgeCheck,
  Bell,
  Coins,
  CreditCard,
  Download,
  KeyRound,
  LayoutDashboard,
  Link2,
  Menu,
  MessagesSquare,
  MonitorSmartphone,
  Package,
  ScrollText,
  Settings,
  ShieldCheck,
  Tags,
  Upload,
  UserCheck,
  Users,
  UsersRound,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useMay } from '../api/may.ts'
import { queryClient } from '../api/queries.ts'
import { refreshRoles } from '../api/roles.ts'
import { useInboxCount } from '../api/useInboxCount.ts'
import { useToDecide } from '../api/useProposals.ts'
import { FreshCodeDialog } from '../kit/overlays/FreshCodeDialog.tsx'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { LanguageSwitch } from '../kit/page/LanguageSwitch.tsx'
import { cover } from '../kit/overlays/layers.ts'
import { Modal } from '../kit/overlays/Modal.tsx'
import { SentForApprovalDialog } from '../kit/overlays/SentForApprovalDialog.tsx'
import { ThemeSwitch } from '../kit/page/ThemeSwitch.tsx'
import { mayOpen } from './adminPages.ts'
import { Brand } from './Brand.tsx'
import { cx } from '../kit/page/cx.ts'
import { OpenFinder } from './OpenFinder.tsx'
import styles from './Shell.module.css'
import { SignOut } from './SignOut.tsx'

export { detourFrom } from './adminPages.ts'

export function AdminFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const may = useMay()
  const [menuOpen, setMenuOpen] = useState(false)
  useCoverOnTheWay()
  useFreshRoles()
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.frame}>
        <header className={styles.bar}>
          <Brand to="/admin" />
          {may(listUsers) && <OpenFinder />}
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
            <nav aria-label={t`Admin menu`}>
              <AdminMenu />
            </nav>
            <Switches />
          </aside>
          {children}
        </div>
        <Modal open={menuOpen} onClose={() => setMenuOpen(false)} title={t`Menu`} shape="sheet">
          <nav aria-label={t`Admin menu`}>
            <AdminMenu onChosen={() => setMenuOpen(false)} />
          </nav>
          <Switches onChosen={() => setMenuOpen(false)} />
        </Modal>
        <FreshCodeDialog />
        <SentForApprovalDialog />
      </div>
    </QueryClientProvider>
  )
}

/** An owner may change what this admin may do: it is read again with each page. */
function useFreshRoles() {
  const router = useRouter()
  useEffect(() => {
    void refreshRoles()
    return router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) void refreshRoles()
    })
  }, [router])
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

function AdminMenu({ onChosen }: { onChosen?: () => void }) {
  const { t } = useLingui()
  useMay() // the menu follows the roles
  const items = [
    { to: '/admin', label: t`Dashboard`, Icon: LayoutDashboard },
    { to: '/admin/proposals', label: t`For your approval`, Icon: UserCheck, count: useToDecide() },
    { to: '/admin/users', label: t`Users`, Icon: Users },
    { to: '/admin/cryptocurrencies', label: t`Cryptocurrencies`, Icon: Coins },
    { to: '/admin/categories', label: t`Categories`, Icon: Tags },
    { to: '/admin/balance-packages', label: t`Balance Packages`, Icon: Package },
    { to: '/admin/deposits', label: t`Deposits`, Icon: Download },
    { to: '/admin/balance-transfers', label: t`Balance Transfers`, Icon: ArrowLeftRight },
    { to: '/admin/kyc', label: t`KYC`, Icon: BadgeCheck },
    { to: '/admin/withdrawals', label: t`Withdrawals`, Icon: Upload },
    { to: '/admin/support', label: t`Support`, Icon: MessagesSquare, count: useInboxCount() },
    { to: '/admin/notifications', label: t`Notifications`, Icon: Bell },
    { to: '/admin/upcomings', label: t`Upcomings`, Icon: Link2 },
    { to: '/admin/settings', label: t`Deposit Methods`, Icon: CreditCard },
    { to: '/admin/basic-settings', label: t`Basic Settings`, Icon: Settings },
  ] as const
  return (
    <ul className={styles.list}>
      {items
        .filter(({ to }) => mayOpen(to))
        .map(({ to, label, Icon, ...item }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === '/admin' }} className={styles.item} onClick={onChosen}>
              <Icon size={18} aria-hidden />
              {label}
              {'count' in item && Boolean(item.count) && <span className={styles.count}>{item.count}</span>}
            </Link>
          </li>
        ))}
      <li>
        <SignOut className={styles.item} withIcon />
      </li>
    </ul>
  )
}

function Switches({ onChosen }: { onChosen?: () => void }) {
  const { t } = useLingui()
  return (
    <div className={styles.foot}>
      {mayOpen('/admin/team') && (
        <Link to="/admin/team" className={styles.item} onClick={onChosen}>
          <UsersRound size={18} aria-hidden />
          {t`Team`}
        </Link>
      )}
      {mayOpen('/admin/audit') && (
        <Link to="/admin/audit" className={styles.item} onClick={onChosen}>
          <ScrollText size={18} aria-hidden />
          {t`Audit log`}
        </Link>
      )}
      <Link to="/admin/security" className={styles.item} onClick={onChosen}>
        <ShieldCheck size={18} aria-hidden />
        {t`Second factor`}
      </Link>
      <Link to="/admin/sessions" className={styles.item} onClick={onChosen}>
        <MonitorSmartphone size={18} aria-hidden />
        {t`Your sessions`}
      </Link>
      <Link to="/change-password" className={styles.item} onClick={onChosen}>
        <KeyRound size={18} aria-hidden />
        {t`Change password`}
      </Link>
      <LanguageSwitch />
      <ThemeSwitch />
    </div>
  )
}
