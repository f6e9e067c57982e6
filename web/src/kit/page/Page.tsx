import { BRAND } from '@bittkosh/contract/brand'
import { type ReactNode, useEffect, useId } from 'react'
import { cx } from './cx.ts'
import styles from './Page.module.css'

type PageProps = {
  /** The page's heading, and the window's title. */
  title: string
  /** The heading is for screen readers only, because the page opens with a figure. */
  titleHidden?: boolean
  /** One sentence below the heading. */
  lead?: ReactNode
  /** Right of the heading: a button, a switch. */
  action?: ReactNode
  /** 'user' is 560 px, with `aside` two columns from 1024 px on; 'admin' up to 1280 px. */
  width?: 'user' | 'admin'
  aside?: ReactNode
  children: ReactNode
}

export function Page({ title, titleHidden, lead, action, width = 'user', aside, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${BRAND}`
  }, [title])
  return (
    <div className={cx(styles.page, styles[width], aside !== undefined && styles.withAside)}>
      <header className={cx(styles.header, titleHidden && !action && 'visually-hidden')}>
        <h1 tabIndex={-1} className={titleHidden ? 'visually-hidden' : undefined}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {action && <div className={styles.action}>{action}</div>}
      </header>
      <div className={styles.column}>{children}</div>
      {aside !== undefined && <div className={styles.column}>{aside}</div>}
    </div>
  )
}

/** A heading inside a page, with its content. */
export function Section({ title, action, children }: { title: ReactNode; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
