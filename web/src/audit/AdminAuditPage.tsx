import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminAuditPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Audit log`} width="admin" />
}
