import { useLingui } from '@lingui/react/macro'
import { Banner } from './Banner.tsx'

/** Beside a refusal because another admin was first: what becomes of what was typed. */
export function ChangedMeanwhile({ isStale }: { isStale: boolean }) {
  const { t } = useLingui()
  if (!isStale) return null
  return (
    <Banner tone="pending">
      {t`What you typed is still here. The log below shows what was changed; saving again replaces it.`}
    </Banner>
  )
}
