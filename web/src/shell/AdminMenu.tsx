import { groupIndian } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useInboxCount } from '../api/useInboxCount.ts'
import { useToDecide } from '../api/useProposals.ts'
import { useWaiting } from '../api/useWaiting.ts'
import styles from './Shell.module.css'
import { SignOut } from './SignOut.tsx'
import { type MenuSection, type Waits } from './useAdminMenu.ts'

type AdminMenuProps = { sections: readonly MenuSection[]; onChosen?: () => void }

/** The menu grouped by task; the number of waiting requests is beside each page. Signing out comes last. */
export function AdminMenu({ sections, onChosen }: AdminMenuProps) {
  const { t } = useLingui()
  const counts = useCounts()
  return (
    <nav aria-label={t`Admin menu`} className={styles.sections}>
      {sections.map(({ title, items }) => (
        <Section key={title} title={title}>
          {items.map(({ to, label, Icon, waits }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: to === '/admin' }} className={styles.item} onClick={onChosen}>
                <Icon size={18} aria-hidden />
                {label}
                {waits && Boolean(counts[waits]) && (
                  <>
                    {' '}
                    <span className={styles.count}>{groupIndian(String(counts[waits]))}</span>
                  </>
                )}
              </Link>
            </li>
          ))}
        </Section>
      ))}
      <SignOut className={styles.item} withIcon />
    </nav>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div>
      <p id={id} className={styles.sectionTitle}>
        {title}
      </p>
      <ul aria-labelledby={id} className={styles.list}>
        {children}
      </ul>
    </div>
  )
}

function useCounts(): Record<Waits, number | undefined> {
  const queues = useWaiting()
  return {
    deposits: queues?.deposits?.count,
    withdrawals: queues?.withdrawals?.count,
    kyc: queues?.kyc?.count,
    proposals: useToDecide(),
    support: useInboxCount(),
    alerts: queues?.alerts,
  }
}
