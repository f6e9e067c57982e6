import { useLingui } from '@lingui/react/macro'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'

/** Shown while a page's code is loading. */
export function LoadingPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Loading…`} titleHidden>
      <SkeletonRows rows={4} height={72} />
    </Page>
  )
}
