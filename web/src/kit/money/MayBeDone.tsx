import { useLingui } from '@lingui/react/macro'

/** Beside a failure of which nobody knows whether it is one. */
export function MayBeDone() {
  const { t } = useLingui()
  return (
    <p role="status">
      <strong>{t`We got no response, so this may have gone through. Try again to find out: it is never done twice.`}</strong>
    </p>
  )
}
