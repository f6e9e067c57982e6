import { endSession, listSessions, type Session } from '@bittkosh/contract/sessions'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../kit/actions/Button.tsx'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './profile.module.css'

export function SessionsCard() {
  const { t } = useLingui()
  return (
    <Card title={t`Signed in on`}>
      <List />
    </Card>
  )
}

function List() {
  const { t } = useLingui()
  const sessions = useQuery(reading(listSessions))
  if (sessions.isPending) return <SkeletonRows rows={1} height={56} />
  if (!sessions.data)
    return (
      <FailedState
        message={failureMessage(sessions.error, t`Failed to load data`)}

        retry={sessions}
      />
    )
  return (
    <ul className={styles.rows}>
      {sessions.data.data.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useLingui()
  const signOut = useAction({
    endpoint: endSession,
    fallback: t`The device could not be signed out`,
    success: t`Signed out`,
    inPlace: true,
    refreshes: [listSessions],
  })
  const device = session.device ?? t`Unknown device`
  return (
    <li className={styles.row}>
      <ErrorBanner message={signOut.failure} />
      <span className={styles.rowText}>
        {device}
        <span className={styles.small}>
          {t`Last used`} <When at={session.last_seen_at} look="relative" />
        </span>
      </span>
      {session.current ? (
        <Chip tone="gain">{t`This device`}</Chip>
      ) : (
        <Button
          variant="secondary"
          size="dense"
          running={signOut.running}
          aria-label={t`Sign out ${device}`}
          onClick={() => void signOut.run({ params: { id: session.id } })}
        >{t`Sign out`}</Button>
      )}
    </li>
  )
}
