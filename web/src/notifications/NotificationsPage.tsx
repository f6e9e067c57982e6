import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function NotificationsPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Notifications`} />
}
