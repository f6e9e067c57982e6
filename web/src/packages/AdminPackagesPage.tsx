import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminPackagesPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Balance Packages`} width="admin" />
}
