import { readReconciledDay, type ReconciledDay, signReconciledDay } from '@bittkosh/contract/reconciliation'
import { addDays } from '@bittkosh/contract/time'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarX, ChevronLeft, ChevronRight, List, PenLine } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { reading } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { Button } from '../kit/actions/Button.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import { AccountCard } from './AccountCard.tsx'
import styles from './Reconciliation.module.css'
import { SignDay } from './SignDay.tsx'
import { useDayStates } from './words.ts'

/** One business day: its accounts, its differences, who signed it. */
export function DayView({ day }: { day: string }) {
  const { t } = useLingui()
  const query = useQuery(reading(readReconciledDay, { params: { day } }))
  return (
    <div className={styles.day}>
      <nav className={styles.days} aria-label={t`Days`}>
        <Link to="/admin/reconciliation" search={{ day: addDays(day, -1) }}>
          <ChevronLeft size={16} aria-hidden /> {t`Day before`}
        </Link>
        <Link to="/admin/reconciliation" search={{ day: addDays(day, 1) }}>
          {t`Day after`} <ChevronRight size={16} aria-hidden />
        </Link>
        <Link to="/admin/reconciliation" search={{}}>
          <List size={16} aria-hidden /> {t`All days`}
        </Link>
      </nav>
      {query.isPending ? (
        <SkeletonRows rows={4} height={120} />
      ) : query.data ? (
        <Day day={query.data} />
      ) : (
        <FailedState message={failureMessage(query.error, t`Failed to load the day`)} retry={query} />
      )}
    </div>
  )
}

function Day({ day }: { day: ReconciledDay }) {
  const { t } = useLingui()
  const states = useDayStates()
  const may = useMay()
  const [isSigning, setSigning] = useState(false)
  const { state } = day
  const me = useSession()?.user.id
  const hasSigned = state === 'signed' && day.signatures.some(({ by }) => by.id === me)
  const canSign = may(signReconciledDay) && (state === 'open' || state === 'signed') && !hasSigned
  return (
    <>
      <Card
        title={<When at={day.day} look="date" />}
        aside={<Chip tone={states[state].tone}>{states[state].text}</Chip>}
      >
        <div className={styles.summary}>
          <KeyValues
            items={[
              { label: t`Statement less book`, value: <Money amount={day.difference} change="plain" /> },
              { label: t`Differences without a reason`, value: String(day.open_reasons) },
              ...day.signatures.map(({ by, at, note }, n) => ({
                label: n === 0 ? t`First signature` : t`Second signature`,
                value: (
                  <span className={styles.stack}>
                    <span>
                      {by.name}, <When at={at} />
                    </span>
                    {note !== null && <span className={styles.small}>{note}</span>}
                  </span>
                ),
              })),
              ...(day.ledger ? [{ label: t`Last transfer number in the ledger`, value: day.ledger.transfer }] : []),
              ...(day.ledger?.seal
                ? [{ label: t`Newest seal`, value: <code className={styles.seal}>{day.ledger.seal}</code> }]
                : []),
            ]}
          />
          {day.is_signature_outdated && (
            <Banner tone="pending">{t`The figures have changed since they were signed. Sign them again.`}</Banner>
          )}
          {state === 'running' && <p className={styles.small}>{t`A day can be signed once it is over.`}</p>}
          {hasSigned && <p className={styles.small}>{t`You have signed this day. Another admin must sign it too.`}</p>}
          {canSign && (
            <div className={styles.acts}>
              <Button
                icon={<PenLine size={16} aria-hidden />}
                why={day.close_first === null ? null : t`An earlier day must be closed first`}
                onClick={() => setSigning(true)}
              >
                {state === 'signed' ? t`Sign and close the day` : t`Sign the day`}
              </Button>
              {day.close_first !== null && (
                <Link to="/admin/reconciliation" search={{ day: day.close_first }}>
                  <Trans>
                    Go to <When at={day.close_first} look="date" />
                  </Trans>
                </Link>
              )}
            </div>
          )}
        </div>
      </Card>
      {day.accounts.length === 0 && (
        <EmptyState icon={<CalendarX size={28} aria-hidden />} title={t`Nothing moved on this day`}>
          {t`No statement was imported, and the book has no deposits or payouts.`}
        </EmptyState>
      )}
      {day.accounts.map((account) => (
        <AccountCard key={`${account.id} ${account.method_id}`} account={account} />
      ))}
      {day.not_shown > 0 && (
        <Banner>
          <Plural
            value={day.not_shown}
            one="# smaller difference is in the sums and not listed."
            other="# smaller differences are in the sums and not listed."
          />
        </Banner>
      )}
      {day.late_lines.length > 0 && <LateLines lines={day.late_lines} />}
      {isSigning && <SignDay day={day} onClose={() => setSigning(false)} />}
    </>
  )
}

type Late = ReconciledDay['late_lines'][number]

/** Lines that arrived after the close, and the day on which they count. */
function LateLines({ lines }: { lines: readonly Late[] }) {
  const { t } = useLingui()
  const columns: Column<Late>[] = [
    {
      key: 'line',
      header: t`Line`,
      onCard: 'title',
      cell: (line) => (
        <span className={styles.stack}>
          <span className={styles.words}>{line.text}</span>
          <span className={styles.small}>{line.account}</span>
        </span>
      ),
    },
    { key: 'amount', header: t`Amount`, align: 'end', cell: (line) => <Money amount={line.amount} change="plain" /> },
    {
      key: 'day',
      header: t`Counted on`,
      cell: (line) => (
        <Link to="/admin/reconciliation" search={{ day: line.counts_on }}>
          <When at={line.counts_on} look="date" />
        </Link>
      ),
    },
  ]
  return (
    <Card title={t`Came after the close`}>
      <Table caption={t`Came after the close`} columns={columns} rows={lines} rowKey={({ id }) => id} inside />
    </Card>
  )
}
