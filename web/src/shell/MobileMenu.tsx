import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Download, ExternalLink, LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { LanguageSwitch } from '../kit/LanguageSwitch.tsx'
import { Modal } from '../kit/Modal.tsx'
import { ThemeSwitch } from '../kit/ThemeSwitch.tsx'
import { useUpcomings } from '../upcomings/api.ts'
import { useInstall } from './install.ts'
import styles from './Shell.module.css'
import { SignOut } from './SignOut.tsx'

export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal open={open} onClose={onClose} title={t`Menu`} shape="sheet">
      <ul className={styles.list}>
        <li>
          <Link to="/support" className={styles.item} onClick={onClose}>
            <LifeBuoy size={20} aria-hidden />
            {t`Support`}
          </Link>
        </li>
        <UpcomingLinks />
        <AppInstall />
        <li>
          <hr className={styles.rule} />
        </li>
        <li>
          <SignOut className={styles.item} withIcon />
        </li>
      </ul>
      <div className={styles.foot}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </Modal>
  )
}

function UpcomingLinks() {
  const { data = [] } = useUpcomings()
  return data.map(({ id, title, link }) =>
    link === null ? null : (
      <li key={id}>
        <a href={link} target="_blank" rel="noreferrer" className={styles.item}>
          <ExternalLink size={20} aria-hidden />
          {title}
        </a>
      </li>
    ),
  )
}

function AppInstall() {
  const { t } = useLingui()
  const { install, isInstalled } = useInstall()
  const [howOpen, setHowOpen] = useState(false)
  if (isInstalled) return null
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        onClick={async () => {
          if (!(await install())) setHowOpen(true)
        }}
      >
        <Download size={20} aria-hidden />
        {t`App Install`}
      </button>
      <Modal open={howOpen} onClose={() => setHowOpen(false)} title={t`App Install`}>
        <p>{t`Open your browser's menu and choose "Add to Home screen" or "Install app".`}</p>
        <p>{t`On an iPhone: press Share in Safari, then "Add to Home Screen".`}</p>
      </Modal>
    </li>
  )
}
