import { useLingui } from '@lingui/react/macro'
import { Banner } from '../page/Banner.tsx'

/** Why a request came back, above the form that sends it again; nothing if no reason was given. */
export function SentBack({ reason }: { reason: string | null | undefined }) {
  const { t } = useLingui()
  if (!reason) return null
  return (
    <Banner tone="pending">
      <p>{reason}</p>
      <p>{t`Please correct this and send it again.`}</p>
    </Banner>
  )
}
