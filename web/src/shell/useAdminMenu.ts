import { useLingui } from '@lingui/react/macro'
import {
  ArrowLeftRight,
  BadgeCheck,
  Bell,
  BellRing,
  ChartColumn,
  Coins,
  CreditCard,
  Download,
  KeyRound,
  Landmark,
  Layers,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  MessagesSquare,
  MonitorSmartphone,
  Package,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  Tags,
  Upload,
  UserCheck,
  Users,
  UsersRound,
} from 'lucide-react'
import { useMay } from '../api/may.ts'
import { type AdminPage, mayOpen } from './adminPages.ts'

/** The counts beside the pages in the menu, separate because each is polled. */
export type Waits = 'deposits' | 'withdrawals' | 'kyc' | 'proposals' | 'support' | 'alerts'
type MenuItem = { to: AdminPage | '/change-password'; label: string; Icon: LucideIcon; waits?: Waits }
export type MenuSection = { title: string; items: readonly MenuItem[] }

/** The pages that the admin may open, grouped by task. `own` is the menu behind the admin's name. */
export function useAdminMenu(): { sections: MenuSection[]; own: readonly MenuItem[] } {
  const { t } = useLingui()
  useMay() // renders again when the roles change
  const sections: MenuSection[] = [
    {
      title: t`Today`,
      items: [
        { to: '/admin', label: t`Dashboard`, Icon: LayoutDashboard },
        { to: '/admin/deposits', label: t`Deposits`, Icon: Download, waits: 'deposits' },
        { to: '/admin/withdrawals', label: t`Withdrawals`, Icon: Upload, waits: 'withdrawals' },
        { to: '/admin/kyc', label: t`KYC`, Icon: BadgeCheck, waits: 'kyc' },
        { to: '/admin/proposals', label: t`For your approval`, Icon: UserCheck, waits: 'proposals' },
        { to: '/admin/support', label: t`Support`, Icon: MessagesSquare, waits: 'support' },
        { to: '/admin/alerts', label: t`Alerts`, Icon: BellRing, waits: 'alerts' },
      ],
    },
    {
      title: t`People`,
      items: [
        { to: '/admin/users', label: t`Users`, Icon: Users },
        { to: '/admin/notifications', label: t`Notifications`, Icon: Bell },
      ],
    },
    {
      title: t`Money`,
      items: [
        { to: '/admin/balance-transfers', label: t`Balance Transfers`, Icon: ArrowLeftRight },
        { to: '/admin/payout-batches', label: t`Payout batches`, Icon: Layers },
        { to: '/admin/bank-statements', label: t`Bank statements`, Icon: Landmark },
        { to: '/admin/reconciliation', label: t`Reconciliation`, Icon: Scale },
        { to: '/admin/reports', label: t`Reports`, Icon: ChartColumn },
      ],
    },
    {
      title: t({ message: 'Catalogue', context: 'part of the admin menu' }),
      items: [
        { to: '/admin/cryptocurrencies', label: t`Cryptocurrencies`, Icon: Coins },
        { to: '/admin/categories', label: t`Categories`, Icon: Tags },
        { to: '/admin/balance-packages', label: t`Balance Packages`, Icon: Package },
        { to: '/admin/settings', label: t`Deposit Methods`, Icon: CreditCard },
        { to: '/admin/upcomings', label: t`Upcomings`, Icon: Link2 },
      ],
    },
    {
      title: t({ message: 'System', context: 'part of the admin menu' }),
      items: [
        { to: '/admin/basic-settings', label: t`Basic Settings`, Icon: Settings },
        { to: '/admin/team', label: t`Team`, Icon: UsersRound },
        { to: '/admin/audit', label: t`Audit log`, Icon: ScrollText },
      ],
    },
  ]
  return {
    sections: sections
      .map(({ title, items }) => ({ title, items: items.filter(({ to }) => to === '/change-password' || mayOpen(to)) }))
      .filter(({ items }) => items.length > 0),
    own: [
      { to: '/admin/security', label: t`Second factor`, Icon: ShieldCheck },
      { to: '/admin/sessions', label: t`Your sessions`, Icon: MonitorSmartphone },
      { to: '/change-password', label: t`Change password`, Icon: KeyRound },
    ],
  }
}
