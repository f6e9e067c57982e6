import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSite } from '../api/site.ts'
import { LanguageSwitch } from '../kit/page/LanguageSwitch.tsx'
import { ThemeSwitch } from '../kit/page/ThemeSwitch.tsx'
import styles from './Shell.module.css'

/** Who runs the platform, and its terms, below every page. Visitors have language and theme here; others in their menus. */
export function SiteFooter({ withSwitches }: { withSwitches: boolean }) {
  const { t } = useLingui()
  const { operator, grievance } = useSite() ?? {}
  return (
    <footer className={styles.footer}>
      {operator?.name && (
        <div className={styles.operator}>
          <span className={styles.operatorName}>{operator.name}</span>
          {operator.contact && <span>{operator.contact}</span>}
          {operator.registrations && <span>{operator.registrations}</span>}
        </div>
      )}
      <div className={styles.legal}>
        {grievance?.name && (
          <span>
            {t`Grievance officer`}: {grievance.name} {grievance.contact}
          </span>
        )}
        <Link to="/terms">{t`Terms`}</Link>
        <Link to="/privacy">{t`Privacy`}</Link>
      </div>
      {withSwitches && (
        <div className={styles.switches}>
          <Link to="/contact" className={styles.link}>{t`Contact support`}</Link>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      )}
    </footer>
  )
}
