import { listAdmins, setRoles, type TeamMember } from '@bittkosh/contract/team'
import { useLingui } from '@lingui/react/macro'
import { call } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useEdit } from '../api/useEdit.ts'
import { useForm } from '../api/useForm.ts'
import { EditDialog } from '../kit/overlays/EditDialog.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { ResetFactor } from './ResetFactor.tsx'
import { RolesField } from './RolesField.tsx'

/** The roles that an admin will have. The owners and the admin are notified by mail. */
export function EditRoles({ admin, onClose }: { admin: TeamMember; onClose: () => void }) {
  const { t } = useLingui()
  const me = useSession()?.user.id
  const { body, onRefused, edit } = useEdit('user', {
    record: admin,
    readList: async () => (await call(listAdmins, {})).data,
  })
  const form = useForm({
    endpoint: setRoles,
    params: { id: admin.id },
    initial: { roles: admin.roles },
    body: (typed) => ({ ...typed, ...body }),
    onRefused,
    fallback: t`Failed to change the roles`,
    refreshes: [listAdmins],
    onDone: ({ name }) => {
      toast(t`The roles of ${name} were changed`)
      onClose()
    },
    onSent: onClose,
  })
  return (
    <EditDialog title={t`Roles of ${admin.name}`} form={form} edit={edit} onClose={onClose}>
      <RolesField roles={form.values.roles} error={form.errors.roles} onChange={(roles) => form.set('roles', roles)} />
      {admin.second_factor && admin.id !== me && <ResetFactor admin={admin.id} name={admin.name} />}
    </EditDialog>
  )
}
