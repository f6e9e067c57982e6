import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminDashboardPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Dashboard`} width="admin" />
}
