import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function ResetPasswordPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Choose a new password`} />
}
