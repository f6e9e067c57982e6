import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminMethodsPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Deposit Methods`} width="admin" />
}
