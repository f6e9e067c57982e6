import type { ReactNode } from 'react'
import { Card } from '../kit/page/Card.tsx'
import { Page } from '../kit/page/Page.tsx'
import styles from './auth.module.css'

/** The frame of sign-in, registration and password reset: one narrow card, and a link to the other page below it. */
export function AuthPage({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  return (
    <Page title={title} titleHidden>
      <div className={styles.narrow}>
        <Card>
          <p className={styles.title} aria-hidden="true">
            {title}
          </p>
          {children}
        </Card>
        {below && <p className={styles.below}>{below}</p>}
      </div>
    </Page>
  )
}
