import { useLingui } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { BookOpen, House, LifeBuoy, Menu, Sprout, UserRound, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { queryClient } from '../api/queries.ts'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { LanguageSwitch } from '../kit/page/LanguageSwitch.tsx'
import { ThemeSwitch } from '../kit/page/ThemeSwitch.tsx'
import { Bell } from './Bell.tsx'
import { Brand } from './Brand.tsx'
import { InstallPrompt } from './InstallPrompt.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import styles from './Shell.module.css'
import { SignOut } from './SignOut.tsx'

export function UserFrame({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.frame}>
        <TopBar />
        <div className={styles.body}>
          <SideBar />
          {children}
        </div>
        <BottomBar />
        <InstallPrompt />
      </div>
    </QueryClientProvider>
  )
}

function TopBar() {
  const { t } = useLingui()
  const [menuOpen, setMenuOpen] = useState(false)
  return (
    <header className={styles.bar}>
      <Brand to="/dashboard" />
      <nav aria-label={t`Main`}>
        <span className={styles.onDesktop}>
          <Link to="/dashboard" className={styles.link}>{t`Dashboard`}</Link>
          <Link to="/support" className={styles.link}>{t`Support`}</Link>
        </span>
        <Bell />
        <span className={styles.onDesktop}>
          <SignOut className={styles.link} />
        </span>
        <span className={styles.onMobile}>
          <IconButton
            label={t`Menu`}
            aria-haspopup="dialog"
            icon={<Menu size={22} aria-hidden />}
            onClick={() => setMenuOpen(true)}
          />
        </span>
      </nav>
      <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} />
    </header>
  )
}

function SideBar() {
  const { t } = useLingui()
  const mark = useSectionMark()
  return (
    <aside aria-label={t`Side bar`} className={styles.side}>
      <nav aria-label={t`Sections`}>
        <ul className={styles.list}>
          {[...useSections(), { to: '/support', label: t`Support`, Icon: LifeBuoy } as const].map(
            ({ to, label, Icon }) => (
              <li key={to}>
                <Link to={to} className={styles.item} {...mark(to)}>
                  <Icon size={20} aria-hidden />
                  {label}
                </Link>
              </li>
            ),
          )}
        </ul>
      </nav>
      <div className={styles.foot}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </aside>
  )
}

function BottomBar() {
  const { t } = useLingui()
  const mark = useSectionMark()
  return (
    <nav aria-label={t`Sections`} className={styles.bottom}>
      <ul>
        {useSections().map(({ to, label, Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.tab} {...mark(to)}>
              <Icon size={22} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function useSections() {
  const { t } = useLingui()
  return [
    { to: '/dashboard', label: t`Home`, Icon: House },
    { to: '/flexible', label: t`Earn`, Icon: Sprout },
    { to: '/wallet', label: t`Wallet`, Icon: Wallet },
    { to: '/portfolio', label: t`Portfolio`, Icon: BookOpen },
    { to: '/profile', label: t`Profile`, Icon: UserRound },
  ] as const
}

/** Pages that are reached from a section and belong to it. */
const sectionOf: Record<string, string> = {
  invest: '/dashboard',
  'add-balance': '/wallet',
  'balance-packages': '/wallet',
  withdraw: '/wallet',
  bittpay: '/wallet',
  'change-password': '/profile',
  'verify-email': '/profile',
}

/** Marks the section that the page belongs to; the section's own page is marked by its link. */
function useSectionMark() {
  const [, page = ''] = useRouterState({ select: ({ location }) => location.pathname }).split('/')
  return (to: string) => (sectionOf[page] === to ? { 'aria-current': true as const } : {})
}
