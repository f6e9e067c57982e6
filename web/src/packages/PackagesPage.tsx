import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function PackagesPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Coin Bazaar`} />
}
