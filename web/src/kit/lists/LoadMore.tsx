import { useLingui } from '@lingui/react/macro'
import { Button } from '../actions/Button.tsx'

type LoadMoreProps = { hasMore: boolean; running: boolean; onMore: () => void; label?: string }

/** The next entries of a list that is paged by key, mostly older ones; nothing once the end is reached. */
export function LoadMore({ hasMore, running, onMore, label }: LoadMoreProps) {
  const { t } = useLingui()
  if (!hasMore) return null
  return (
    <Button variant="secondary" wide running={running} onClick={onMore}>
      {label ?? t`Show older`}
    </Button>
  )
}
