import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminBasicSettingsPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Basic Settings`} width="admin" />
}
