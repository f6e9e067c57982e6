import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSite } from '../api/site.ts'
import { LanguageSwitch } from '../kit/page/LanguageSwitch.tsx'
import { ThemeSwitch } from '../kit/page/ThemeSwitch.tsx'
import styles from './Shell.module.css'

/** Who runs the platform, below every page. Visitors have language and theme here; others in their menus. */
export function SiteFooter({ withSwitches }: { withSwitches: boolean }) {
  const operator = useSite()?.operator
  if (!operator?.name && !withSwitches) return null
  return (
    <footer className={styles.footer}>
      {operator?.name && (
        <div className={styles.operator}>
          <span className={styles.operatorName}>{operator.name}</span>
          {operator.contact && <span>{operator.contact}</span>}
          {operator.registrations && <span>{operator.registrations}</span>}
        </div>
      )}
      {withSwitches && (
        <div className={styles.switches}>
          <Link to="/contact" className={styles.link}>
            <Trans>Contact support</Trans>
          </Link>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      )}
    </footer>
  )
}
