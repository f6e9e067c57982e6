import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminUpcomingsPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Manage Upcomings`} width="admin" />
}
