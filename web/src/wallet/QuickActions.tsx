import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowUpFromLine, Gift, Plus, Send } from 'lucide-react'
import styles from './QuickActions.module.css'

export function QuickActions() {
  const { t } = useLingui()
  const actions = [
    { to: '/add-balance', label: t`Add Funds`, Icon: Plus },
    { to: '/balance-packages', label: t`Coin Bazaar`, Icon: Gift },
    { to: '/withdraw', label: t`Withdraw`, Icon: ArrowUpFromLine },
    { to: '/bittpay', label: t`BittPay`, Icon: Send },
  ] as const
  return (
    <nav aria-label={t`Quick actions`} className={styles.actions}>
      {actions.map(({ to, label, Icon }) => (
        <Link key={to} to={to} className={styles.action}>
          <span className={styles.icon}>
            <Icon size={20} aria-hidden />
          </span>
          {label}
        </Link>
      ))}
    </nav>
  )
}
