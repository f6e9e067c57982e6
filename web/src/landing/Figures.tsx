import type { Site } from '@bittkosh/contract/site'
import { useLingui } from '@lingui/react/macro'
import styles from './Figures.module.css'

/** The figures in columns, as in an account book; live ones have no rating. */
export function Figures({ figures }: { figures: Site['figures'] }) {
  const { t } = useLingui()
  const columns = [
    { label: t`active users`, value: figures.active_users },
    { label: t`total investments`, value: figures.total_investments },
    {
      label: figures.are_samples ? t`daily transactions` : t`transactions in 24 hours`,
      value: figures.daily_transactions,
    },
    { label: t`rating`, value: figures.rating },
  ]
  return (
    <dl className={styles.figures}>
      {columns.map(({ label, value }) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
