import { useLingui } from '@lingui/react/macro'

/** Beside a failure of which nobody knows whether it is one. */
export function MayBeDone() {
  const { t } = useLingui()
  return (
    <p role="status">
      <strong>{t`No answer came, so this may have been done. Press again to see: it is never done twice.`}</strong>
    </p>
  )
}
