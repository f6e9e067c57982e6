import { useLingui } from '@lingui/react/macro'
import { OperatorText } from './OperatorText.tsx'

export default function TermsPage() {
  const { t } = useLingui()
  return <OperatorText page="terms" title={t`Terms`} />
}
