import { decideDeposit } from '@bittkosh/contract/deposits'
import { verifyKyc } from '@bittkosh/contract/kyc'
import { listUsers } from '@bittkosh/contract/users'
import { decideWithdrawal } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BadgeCheck, Download, Upload, Users } from 'lucide-react'
import { useMay } from '../api/may.ts'
import styles from './Dashboard.module.css'

export function Tiles() {
  const { t } = useLingui()
  const may = useMay()
  const tiles = [
    { to: '/admin/users', needs: listUsers, label: t`Manage users`, Icon: Users },
    { to: '/admin/deposits', needs: decideDeposit, label: t`Review deposits`, Icon: Download },
    { to: '/admin/withdrawals', needs: decideWithdrawal, label: t`Pay withdrawals`, Icon: Upload },
    { to: '/admin/kyc', needs: verifyKyc, label: t`Check documents`, Icon: BadgeCheck },
  ] as const
  const shown = tiles.filter(({ needs }) => may(needs))
  return (
    <nav aria-label={t`Main tasks`}>
      <ul className={styles.tiles}>
        {shown.map(({ to, label, Icon }) => (
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
