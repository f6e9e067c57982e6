import { useLingui } from '@lingui/react/macro'
import { Button } from './Button.tsx'

/** Older entries of a list that is paged by key; nothing once the end is reached. */
export function LoadMore({ hasMore, running, onMore }: { hasMore: boolean; running: boolean; onMore: () => void }) {
  const { t } = useLingui()
  return hasMore ? <Button variant="secondary" wide running={running} onClick={onMore}>{t`Show older`}</Button> : null
}
