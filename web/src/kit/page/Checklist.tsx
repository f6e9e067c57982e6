import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Checklist.module.css'

type ChecklistItem = {
  label: string
  isMet: boolean
  note?: ReactNode
  /** The way to meet it; shown while it is not. */
  action?: ReactNode
}

/** What must be met before something can be done: ticked, or with the way to get there. */
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
