import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminUsersPage() {
  const { t } = useLingui()
  return <ComingLater title={t`User Management`} width="admin" />
}
