import { useLingui } from '@lingui/react/macro'
import styles from './Ribbon.module.css'

/** Stands at the head of every page while no operator has put a name to the product. */
export function Ribbon() {
  const { t } = useLingui()
  return <p className={styles.ribbon}>{t`Demo: no real money`}</p>
}
