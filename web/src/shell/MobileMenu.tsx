import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarClock, Download, ExternalLink, LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { useSite } from '../api/site.ts'
import { LanguageSwitch } from '../kit/page/LanguageSwitch.tsx'
import { useInstall } from '../kit/device/install.ts'
import { InstallHelp } from '../kit/page/InstallHelp.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { ThemeSwitch } from '../kit/page/ThemeSwitch.tsx'
import { useUpcomings } from '../upcomings/api.ts'
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
  const { t } = useLingui()
  const { data = [] } = useUpcomings()
  return data.map(({ id, title, link }) => (
    <li key={id}>
      {link === null ? (
        <p className={styles.item}>
          <CalendarClock size={20} aria-hidden />
          {title}
        </p>
      ) : (
        <a href={link} target="_blank" rel="noopener noreferrer nofollow" className={styles.item}>
          <ExternalLink size={20} aria-hidden />
          <span>
            {title} <span className="visually-hidden">{t`(opens another site)`}</span>
          </span>
        </a>
      )}
    </li>
  ))
}

/** Links to the operator's address if there is one; otherwise the browser asks, or a dialog explains how. */
function AppInstall() {
  const { t } = useLingui()
  const { install, isInstalled } = useInstall()
  const address = useSite()?.app_install_url
  const [helpOpen, setHelpOpen] = useState(false)
  if (isInstalled) return null
  const face = (
    <>
      <Download size={20} aria-hidden />
      {t`App Install`}
    </>
  )
  if (address)
    return (
      <li>
        <a href={address} target="_blank" rel="noreferrer" className={styles.item}>
          {face}
        </a>
      </li>
    )
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        onClick={async () => {
          if (!(await install())) setHelpOpen(true)
        }}
      >
        {face}
      </button>
      <InstallHelp open={helpOpen} onClose={() => setHelpOpen(false)} />
    </li>
  )
}
