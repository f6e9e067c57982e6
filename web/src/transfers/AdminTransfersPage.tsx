import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminTransfersPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Balance Transfers`} width="admin" />
}
