import { ownContact } from '@bittkosh/contract/contact'
import {
  deleteUser,
  editUser,
  listUsers,
  toggleUser,
  userDetails,
  type UserRow,
  type UserSort,
} from '@bittkosh/contract/users'
import { userStatistics } from '@bittkosh/contract/statistics'
import { useLingui } from '@lingui/react/macro'
import { Pencil, Trash2 } from 'lucide-react'
import { useMay } from '../api/may.ts'
import { Suspense } from 'react'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/useAction.ts'
import { Switch } from '../kit/forms/Checkbox.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { Money } from '../kit/money/Money.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { When } from '../kit/page/When.tsx'
import { useOpened } from '../kit/overlays/useEdited.ts'
import { MarkChips } from '../requests/Marks.tsx'
import { fetched } from '../requests/fetched.ts'
import { PersonLink } from '../requests/PersonLink.tsx'
import styles from './Users.module.css'

const DeactivateUser = fetched(() => import('./DeactivateUser.tsx'))

type UserTableProps = {
  rows: readonly UserRow[]
  sort: UserSort
  onSort: (sort: UserSort) => void
  /** Rows of the previous page, until the new ones arrive. */
  stale: boolean
  onEdit: (user: UserRow) => void
  onDelete: (user: UserRow) => void
}

export function UserTable({ rows, sort, onSort, stale, onEdit, onDelete }: UserTableProps) {
  const { t } = useLingui()
  const may = useMay()
  const me = useSession()?.user.id
  const [shutOut, askToShutOut, close] = useOpened<UserRow>()
  const toggle = useAction({
    endpoint: toggleUser,
    setsState: true,
    fallback: t`Failed to update user status`,
    refreshes: [listUsers, userDetails, userStatistics],
    onDone: ({ name }) => toast(t`${name} can sign in again`),
  })
  // clicked again, a header restores the usual order
  const sortedBy = (by: UserSort, direction: 'ascending' | 'descending') => ({
    direction: sort === by ? direction : ('none' as const),
    onSort: () => onSort(sort === by ? 'newest' : by),
  })
  const columns: Column<UserRow>[] = [
    {
      key: 'user',
      header: t`User`,
      sort: sortedBy('name', 'ascending'),
      onCard: 'title',
      cell: (user) => (
        <span className={styles.two}>
          <span className={styles.name}>
            <PersonLink user={user} /> {user.role === 'admin' && <Chip tone="info">{t`Admin`}</Chip>}{' '}
            {user.frozen_at && <StatusBadge status="frozen" />} {!user.is_active && <StatusBadge status="inactive" />}
            <MarkChips marks={user.marks} />
          </span>
          <span className={styles.soft}>
            {t`since`} <When at={user.created_at} look="date" />
          </span>
        </span>
      ),
    },
    {
      key: 'contact',
      header: t`Contact`,
      cell: (user) => (
        <span className={styles.two}>
          <span>{ownContact(user.email)}</span>
          <span className={styles.soft}>{ownContact(user.phone)}</span>
        </span>
      ),
    },
    {
      key: 'balance',
      header: t`Balance`,
      sort: sortedBy('balance', 'descending'),
      align: 'end',
      onCard: 'aside',
      cell: (user) => <Money amount={user.balance} />,
    },
    {
      key: 'referral',
      header: t`Referral`,
      onCard: 'hidden',
      cell: (user) => (
        <span className={styles.two}>
          <span className={styles.code}>{user.referral_code}</span>
          {user.referred_by !== null && <span className={styles.soft}>{t`invited by ${user.referred_by}`}</span>}
        </span>
      ),
    },
    {
      key: 'kyc',
      header: t`KYC status`,
      align: 'end',
      cell: (user) => <StatusBadge status={user.govt_ids[0]?.status ?? 'not_submitted'} />,
    },
    {
      key: 'actions',
      header: t`Actions`,
      align: 'end',
      onCard: 'hidden', // they are shown on the person's page
      cell: (user) => (
        <span className={styles.actions}>
          {may(toggleUser) && (
            <Switch
              labelHidden
              label={t`${user.name} is active`}
              checked={user.is_active}
              disabled={toggle.running || user.id === me}
              onChange={() =>
                user.is_active
                  ? askToShutOut(user)
                  : void toggle.run({ params: { id: user.id }, body: { is_active: true } })
              }
            />
          )}
          {may(editUser) && (
            <IconButton
              size="dense"
              label={t`Edit ${user.name}`}
              icon={<Pencil size={16} aria-hidden />}
              onClick={() => onEdit(user)}
            />
          )}
          {may(deleteUser) && (
            <IconButton
              size="dense"
              label={user.id === me ? t`You cannot delete your own account` : t`Delete ${user.name}`}
              icon={<Trash2 size={16} aria-hidden />}
              disabled={user.id === me}
              onClick={() => onDelete(user)}
            />
          )}
        </span>
      ),
    },
  ]
  return (
    <div className={stale ? styles.stale : undefined} aria-busy={stale}>
      <Table caption={t`Users`} columns={columns} rows={rows} rowKey={(user) => user.id} compact />
      <Suspense>{shutOut && <DeactivateUser user={shutOut} onClose={close} />}</Suspense>
    </div>
  )
}
