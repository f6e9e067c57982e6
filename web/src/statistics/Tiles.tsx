import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BadgeCheck, Download, Upload, Users } from 'lucide-react'
import styles from './Dashboard.module.css'

export function Tiles() {
  const { t } = useLingui()
  const tiles = [
    { to: '/admin/users', label: t`Manage users`, Icon: Users },
    { to: '/admin/deposits', label: t`Review deposits`, Icon: Download },
    { to: '/admin/withdrawals', label: t`Pay withdrawals`, Icon: Upload },
    { to: '/admin/kyc', label: t`Check documents`, Icon: BadgeCheck },
  ] as const
  return (
    <nav aria-label={t`Main tasks`}>
      <ul className={styles.tiles}>
        {tiles.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.tile}>
              <Icon size={20} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
