import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminPlansPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Cryptocurrencies`} width="admin" />
}
