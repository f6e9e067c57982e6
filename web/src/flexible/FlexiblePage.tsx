import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function FlexiblePage() {
  const { t } = useLingui()
  return <ComingLater title={t`Earn`} />
}
