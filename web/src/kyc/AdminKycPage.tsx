import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminKycPage() {
  const { t } = useLingui()
  return <ComingLater title={t`KYC Verification`} width="admin" />
}
