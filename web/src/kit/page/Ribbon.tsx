import { useLingui } from '@lingui/react/macro'
import styles from './Ribbon.module.css'

/** Shown at the top of every page until an operator is named in the settings. */
export function Ribbon() {
  const { t } = useLingui()
  return <p className={styles.ribbon}>{t`Demo: no real money`}</p>
}
