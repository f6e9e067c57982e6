import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminWithdrawalsPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Withdrawal Management`} width="admin" />
}
