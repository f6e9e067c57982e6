import { useLingui } from '@lingui/react/macro'
import { ComingLater } from '../kit/ComingLater.tsx'

export default function AdminCategoriesPage() {
  const { t } = useLingui()
  return <ComingLater title={t`Categories`} width="admin" />
}
