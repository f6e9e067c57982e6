import { useLingui } from '@lingui/react/macro'
import { failureMessage } from '../api/failure.ts'
import { useTrail } from '../audit/api.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { FailedState } from '../kit/FailedState.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Trail } from '../kit/Trail.tsx'
import styles from './Users.module.css'

/** What admins did to this account, newest first. */
export function UserTrail({ id }: { id: number }) {
  const { t } = useLingui()
  const trail = useTrail('user', id)
  if (trail.data) {
    return (
      <div className={styles.blocks}>
        <Trail entries={trail.data.data} />
        {trail.data.pagination.last_page > 1 && (
          <div>
            <ButtonLink
              variant="secondary"
              size="dense"
              to="/admin/audit"
              search={{ subject: 'user', id }}
            >{t`Show all in the audit log`}</ButtonLink>
          </div>
        )}
      </div>
    )
  }
  if (!trail.isError) return <SkeletonRows rows={4} height={56} />
  return (
    <FailedState
      message={failureMessage(trail.error, t`Failed to load data`)}
      running={trail.isFetching}
      onRetry={() => void trail.refetch()}
    />
  )
}
