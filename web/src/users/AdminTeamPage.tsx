import { listAdmins, type TeamMember } from '@bittkosh/contract/team'
import { deleteUser, toggleUser } from '@bittkosh/contract/users'
import { rolesText } from '@bittkosh/contract/words/roles'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { reading } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/useAction.ts'
import { Button } from '../kit/actions/Button.tsx'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { Switch } from '../kit/forms/Checkbox.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { Chip } from '../kit/page/Chip.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useEdited } from '../kit/overlays/useEdited.ts'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { When } from '../kit/page/When.tsx'
import { ProposedInList } from '../requests/Proposed.tsx'
import { AddAdmin } from './AddAdmin.tsx'
import DeactivateUser from './DeactivateUser.tsx'
import DeleteUser from './DeleteUser.tsx'
import { EditRoles } from './EditRoles.tsx'
import styles from './Users.module.css'

/** The admins of the platform: for owners. */
export default function AdminTeamPage() {
  const { t } = useLingui()
  const team = useQuery(reading(listAdmins))
  const [opened, setOpened] = useEdited<TeamMember>(true)
  return (
    <Page
      title={t`Team`}
      width="admin"
      lead={<Trans>Each admin sees and does what their roles permit. One active owner always remains.</Trans>}
      action={
        <Button size="dense" icon={<UserPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
          {t`Add an admin`}
        </Button>
      }
    >
      <ProposedInList subject="user" id={null} />
      {team.data ? (
        <TeamTable team={team.data.data} onEdit={setOpened} />
      ) : team.isError ? (
        <FailedState message={failureMessage(team.error, t`Failed to load data`)} retry={team} />
      ) : (
        <SkeletonRows rows={4} height={56} />
      )}
      {opened === 'new' && <AddAdmin onClose={() => setOpened(null)} />}
      {opened !== null && opened !== 'new' && <EditRoles admin={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function TeamTable({ team, onEdit }: { team: readonly TeamMember[]; onEdit: (admin: TeamMember) => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const may = useMay()
  const me = useSession()?.user.id
  const [leaving, setLeaving] = useState<{ how: 'deactivate' | 'delete'; admin: TeamMember } | null>(null)
  const toggle = useAction({
    endpoint: toggleUser,
    setsState: true,
    fallback: t`Failed to update user status`,
    refreshes: [listAdmins],
    onDone: ({ name }) => toast(t`${name} can sign in again`),
  })
  const columns: Column<TeamMember>[] = [
    {
      key: 'name',
      header: t`Admin`,
      onCard: 'title',
      cell: (admin) => (
        <span className={styles.two}>
          <span>
            <strong>{admin.name}</strong> {admin.id === me && <Chip>{t`You`}</Chip>}{' '}
            {!admin.is_active && <StatusBadge status="inactive" />}
          </span>
          <span className={styles.soft}>{admin.email}</span>
          <ProposedInList subject="user" id={admin.id} />
        </span>
      ),
    },
    { key: 'roles', header: t`Roles`, cell: (admin) => rolesText(language, admin.roles) },
    {
      key: 'factor',
      header: t`Second factor`,
      onCard: 'aside',
      cell: (admin) => (admin.second_factor ? <Chip tone="gain">{t`on`}</Chip> : <Chip tone="pending">{t`none`}</Chip>),
    },
    {
      key: 'seen',
      header: t`Last sign-in`,
      cell: (admin) => (admin.last_sign_in_at ? <When at={admin.last_sign_in_at} /> : t`never`),
    },
    {
      key: 'actions',
      header: t`Actions`,
      align: 'end',
      cell: (admin) => (
        <span className={styles.actions}>
          <Switch
            labelHidden
            label={t`${admin.name} is active`}
            checked={admin.is_active}
            disabled={toggle.running || admin.id === me}
            onChange={() =>
              admin.is_active
                ? setLeaving({ how: 'deactivate', admin })
                : void toggle.run({ params: { id: admin.id }, body: { is_active: true } })
            }
          />
          <IconButton
            size="dense"
            label={t`Roles of ${admin.name}`}
            icon={<Pencil size={16} aria-hidden />}
            onClick={() => onEdit(admin)}
          />
          {may(deleteUser) && (
            <IconButton
              size="dense"
              label={t`Delete ${admin.name}`}
              icon={<Trash2 size={16} aria-hidden />}
              disabled={admin.id === me}
              onClick={() => setLeaving({ how: 'delete', admin })}
            />
          )}
        </span>
      ),
    },
  ]
  const close = () => setLeaving(null)
  return (
    <>
      <Table caption={t`Admins`} columns={columns} rows={team} rowKey={(admin) => admin.id} compact />
      {leaving?.how === 'deactivate' && <DeactivateUser user={leaving.admin} onClose={close} />}
      {leaving?.how === 'delete' && <DeleteUser user={leaving.admin} onClose={close} />}
    </>
  )
}
