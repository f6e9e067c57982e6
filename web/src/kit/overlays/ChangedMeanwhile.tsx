import { useLingui } from '@lingui/react/macro'
import { Banner } from '../page/Banner.tsx'

/** Beside the refusal of an edit because another admin saved first: says that what was typed is kept. */
export function ChangedMeanwhile({ isStale }: { isStale: boolean }) {
  const { t } = useLingui()
  if (!isStale) return null
  return (
    <Banner tone="pending">
      {t`What you typed is still here. The log below shows what changed; saving again overwrites it.`}
    </Banner>
  )
}
