import { useLingui } from '@lingui/react/macro'
import { Banner } from '../kit/page/Banner.tsx'

/** The first thing on a record: that its owner is shut out. */
export function OwnerState({ isActive }: { isActive: boolean }) {
  const { t } = useLingui()
  if (isActive) return null
  return (
    <Banner tone="pending">
      <strong>{t`Inactive: this person cannot sign in.`}</strong>
    </Banner>
  )
}
