import { useLingui } from '@lingui/react/macro'
import styles from './Users.module.css'

/** Whether one of a person's lists, which have their latest hundred rows (userDetails), may lack others. */
export function mayLackRows(rows: readonly unknown[]): boolean {
  return rows.length === 100
}

/** Says below a table that it may lack rows. */
export function LatestShown({ of: rows }: { of: readonly unknown[] }) {
  const { t } = useLingui()
  return mayLackRows(rows) && <p className={styles.soft}>{t`The latest 100 are shown.`}</p>
}
