import { useLingui } from '@lingui/react/macro'
import { Page } from '../kit/Page.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'

/** While a page's own code is on its way. */
export function LoadingPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Loading…`} titleHidden>
      <SkeletonRows rows={4} height={72} />
    </Page>
  )
}
