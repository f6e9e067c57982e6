import { FOUND_MAX } from '@bittkosh/contract/requests'
import { groupIndian } from '@bittkosh/contract/money'
import { Trans } from '@lingui/react/macro'
import styles from './SearchLimit.module.css'

/** Says that a search has more hits than a list looks at. `found`: how many were counted; undefined without a search. */
export function SearchLimit({ found }: { found: number | undefined }) {
  if (found === undefined || found < FOUND_MAX) return null
  const most = groupIndian(String(FOUND_MAX))
  return (
    <p role="status" className={styles.limit}>
      <Trans>
        This search has {most} hits or more, and only {most} are looked at. Type more of what you look for.
      </Trans>
    </p>
  )
}
