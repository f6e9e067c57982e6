import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  /** If it is all that the page shows, its title is a heading. */
  isHeading?: boolean
  children?: ReactNode
  /** The one next step. */
  action?: ReactNode
}

export function EmptyState({ icon, title, isHeading = false, children, action }: EmptyStateProps) {
  const Title = isHeading ? 'h2' : 'p'
  return (
    <div className={styles.state}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <Title className={styles.title}>{title}</Title>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
