import { useLingui } from '@lingui/react/macro'
import { OperatorText } from './OperatorText.tsx'

export default function PrivacyPage() {
  const { t } = useLingui()
  return <OperatorText page="privacy" title={t`Privacy`} />
}
