import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function LandingPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Smart Crypto Investments`} />
}
