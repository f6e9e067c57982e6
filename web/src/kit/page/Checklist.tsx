import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Checklist.module.css'

type ChecklistItem = {
  label: string
  isMet: boolean
  note?: ReactNode
  /** The link to fulfil the condition; shown while it is not met. */
  action?: ReactNode
}

/** The conditions for an act: ticked, or with a link to fulfil them. */
export function Checklist({ items }: { items: ChecklistItem[] }) {
  const { t } = useLingui()
  return (
    <ul className={styles.list}>
      {items.map(({ label, isMet, note, action }) => {
        const Icon = isMet ? CircleCheck : CircleDashed
        return (
          <li key={label} className={styles.item}>
            <Icon
              size={22}
              role="img"
              aria-label={isMet ? t`Done` : t`Not done yet`}
              className={isMet ? styles.met : styles.open}
            />
            <div className={styles.text}>
              <span>{label}</span>
              {!isMet && note && <span className={styles.note}>{note}</span>}
            </div>
            {!isMet && action}
          </li>
        )
      })}
    </ul>
  )
}
