import { Trans, useLingui } from '@lingui/react/macro'
import styles from './Trail.module.css'
import { When } from './When.tsx'

export type TrailEntry = {
  id: number
  at: Date
  /** Null where the program itself acted. */
  admin: { name: string } | null
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

/** What was done to one record: who, when, each value before and after. Data of `useTrail` (audit/api.ts). */
export function Trail({ entries }: { entries: readonly TrailEntry[] }) {
  const { t } = useLingui()
  return (
    <ol className={styles.trail}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <p className={styles.head}>
            <strong>{entry.action}</strong>
            <span>
              {entry.admin?.name ?? t`the program`} · <When at={entry.at} />
            </span>
          </p>
          {entry.reason && <p className={styles.reason}>{entry.reason}</p>}
          <TrailChanges entry={entry} />
        </li>
      ))}
      {entries.length === 0 && (
        <li>
          <Trans>Nothing has been logged about this yet.</Trans>
        </li>
      )}
    </ol>
  )
}

/** Each field that an act changed, before and after. */
export function TrailChanges({ entry }: { entry: Pick<TrailEntry, 'before' | 'after'> }) {
  const { t } = useLingui()
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])]
  if (fields.length === 0) return null
  return (
    <div className={styles.scroll}>
      <table className={styles.changes}>
        <thead>
          <tr>
            <th scope="col">{t`Field`}</th>
            <th scope="col">{t`Before`}</th>
            <th scope="col">{t`After`}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{valueText(entry.before?.[field])}</td>
              <td>{valueText(entry.after?.[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
