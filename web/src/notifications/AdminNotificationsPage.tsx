import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminNotificationsPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Send Notifications`} width="admin" />
}
