import { useLingui } from '@lingui/react/macro'

/** Shown beside a failure when no response came, so the request may have succeeded. */
export function MayBeDone() {
  const { t } = useLingui()
  return (
    <p role="status">
      <strong>{t`We got no response, so this may have gone through. Try again to find out: it is never done twice.`}</strong>
    </p>
  )
}
