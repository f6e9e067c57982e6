import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/**
 * Shown beside a failure when no response came, so the request may have succeeded. `children`: what to do if a repeat would not show
 * whether it has.
 */
export function MayBeDone({ children }: { children?: ReactNode }) {
  const { t } = useLingui()
  return (
    <p role="status">
      <strong>
        {children ??
          t`We got no response, so this may have gone through. Try again to find out: it is never done twice.`}
      </strong>
    </p>
  )
}
