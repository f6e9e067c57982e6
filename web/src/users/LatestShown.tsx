import { useLingui } from '@lingui/react/macro'
import styles from './Users.module.css'

/** A person's lists have their latest hundred rows (userDetails): says so below a table that may lack others. */
export function LatestShown({ of: rows }: { of: readonly unknown[] }) {
  const { t } = useLingui()
  return rows.length === 100 && <p className={styles.soft}>{t`The latest 100 are shown.`}</p>
}
