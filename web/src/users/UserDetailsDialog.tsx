import { listAudit } from '@bittkosh/contract/audit'
import { editUser, freezeUser, userDetails, type UserDetails, type UserRow } from '@bittkosh/contract/users'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../api/ApiError.ts'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { reading } from '../api/queries.ts'
import { Button } from '../kit/actions/Button.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { PersonState } from '../requests/RequestParts.tsx'
import { ClosedUser } from './ClosedUser.tsx'
import { ExportPerson } from './ExportPerson.tsx'
import { FreezeUser } from './FreezeUser.tsx'
import { UserInvestments } from './UserInvestments.tsx'
import { UserOverview } from './UserOverview.tsx'
import { UserReferrals } from './UserReferrals.tsx'
import { UserTrail } from './UserTrail.tsx'
import styles from './Users.module.css'

type UserDetailsDialogProps = {
  id: number
  onClose: () => void
  /** Opens another user's details. */
  onUser: (id: number) => void
  onEdit: (user: UserRow) => void
}

/** Everything there is to know about one user. The address names it, so a link opens it. */
export function UserDetailsDialog({ id, onClose, onUser, onEdit }: UserDetailsDialogProps) {
  const { t } = useLingui()
  const may = useMay()
  const details = useQuery(reading(userDetails, { params: { id } }))
  const user = details.data?.user
  const isClosed = details.error instanceof ApiError && details.error.status === 404
  return (
    <Modal
      open
      onClose={onClose}
      title={user?.name ?? (isClosed ? t`Closed account #${id}` : t`User details`)}
      size="wide"
      footer={
        user && (
          <>
            <ExportPerson id={user.id} />
            {may(freezeUser) && <FreezeUser user={user} />}
            {may(editUser) && (
              <Button
                variant="secondary"
                size="dense"
                icon={<Pencil size={16} aria-hidden />}
                onClick={() => onEdit(user)}
              >{t`Edit`}</Button>
            )}
          </>
        )
      }
    >
      {details.data ? (
        <div className={styles.blocks}>
          <PersonState
            person={{ is_active: details.data.user.is_active, is_frozen: details.data.user.frozen_at !== null }}
          />
          <Blocks key={id} details={details.data} onUser={onUser} />
        </div>
      ) : isClosed ? (
        <ClosedUser id={id} />
      ) : details.isError ? (
        <FailedState
          message={failureMessage(details.error, t`Failed to load users`)}
          running={details.isFetching}
          onRetry={() => void details.refetch()}
        />
      ) : (
        <SkeletonRows rows={8} height={40} />
      )}
    </Modal>
  )
}

function Blocks({ details, onUser }: { details: UserDetails; onUser: (id: number) => void }) {
  const { t } = useLingui()
  const may = useMay()
  const [tab, setTab] = useState<'overview' | 'investments' | 'referrals' | 'trail'>('overview')
  const { investments, referrals } = details
  return (
    <Tabs
      label={t`About this user`}
      selected={tab}
      onSelect={setTab}
      tabs={[
        { id: 'overview', label: t`Overview` },
        { id: 'investments', label: t`Investments`, count: investments.crypto.investments.length },
        { id: 'referrals', label: t`Referrals`, count: referrals.total_referrals },
        ...(may(listAudit) ? [{ id: 'trail' as const, label: t`Audit trail` }] : []),
      ]}
    >
      <div className={styles.details}>
        {tab === 'overview' && <UserOverview details={details} />}
        {tab === 'investments' && <UserInvestments investments={investments} />}
        {tab === 'referrals' && <UserReferrals referrals={referrals} onUser={onUser} />}
        {tab === 'trail' && <UserTrail id={details.user.id} />}
      </div>
    </Tabs>
  )
}
