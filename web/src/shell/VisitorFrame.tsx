import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Brand } from './Brand.tsx'
import { preloadFrame } from './frames.ts'
import styles from './Shell.module.css'

export function VisitorFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  // Fetched while the browser is idle, so that signing in shows a whole page at once.
  useEffect(() => {
    const timer = setTimeout(() => void preloadFrame('user'), 3000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <Brand to="/" />
        <nav aria-label={t`Main`}>
          <Link to="/" activeOptions={{ exact: true }} className={styles.link}>{t`Home`}</Link>
          <Link to="/login" className={styles.link}>{t`Login`}</Link>
          <Link to="/register" className={styles.link}>{t`Register`}</Link>
        </nav>
      </header>
      {children}
    </div>
  )
}
