import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminDepositsPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Deposit Management`} width="admin" />
}
