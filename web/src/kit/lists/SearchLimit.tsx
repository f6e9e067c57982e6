import { FOUND_MAX } from '@bittkosh/contract/shapes'
import { groupIndian } from '@bittkosh/contract/money'
import { Trans } from '@lingui/react/macro'
import styles from './SearchLimit.module.css'

/** Shows that a search matches more rows than the list examines. */
export function SearchLimit({ isCut }: { isCut: boolean | undefined }) {
  if (!isCut) return null
  const most = groupIndian(String(FOUND_MAX))
  return (
    <p role="status" className={styles.limit}>
      <Trans>
        This search finds {most} or more people or entries, and only that many are checked. Type more to narrow it down.
      </Trans>
    </p>
  )
}
