import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleUserRound } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { Modal } from '../kit/overlays/Modal.tsx'
import { LanguageSwitch } from '../kit/page/LanguageSwitch.tsx'
import { ThemeSwitch } from '../kit/page/ThemeSwitch.tsx'
import styles from './Shell.module.css'
import { SignOut } from './SignOut.tsx'
import { useAdminMenu } from './useAdminMenu.ts'

/** The admin's name, with a menu of what concerns only them: sign-in, language, appearance, signing out. */
export function AdminAccount() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { own } = useAdminMenu()
  const name = useSession()?.user.name ?? ''
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className={styles.account}
        aria-haspopup="dialog"
        aria-label={t`${name}: your account`}
        onClick={() => setOpen(true)}
      >
        <CircleUserRound size={20} aria-hidden />
        <span className={styles.accountName}>{name}</span>
      </button>
      <Modal open={isOpen} onClose={close} title={name} shape="sheet">
        <ul className={styles.list}>
          {own.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link to={to} className={styles.item} onClick={close}>
                <Icon size={18} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <div className={styles.switches}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <SignOut className={styles.item} withIcon />
      </Modal>
    </>
  )
}
