import { useLingui } from '@lingui/react/macro'
import { Page } from '../kit/Page.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'

/** Shown while a page's code is loading. */
export function LoadingPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Loading…`} titleHidden>
      <SkeletonRows rows={4} height={72} />
    </Page>
  )
}
