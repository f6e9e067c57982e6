import { formatRupees, type Paise } from '@bittkosh/contract/money'
import { Trans, useLingui } from '@lingui/react/macro'
import { When } from '../page/When.tsx'

/** A rate as people read it: '₹90.00 per USDT'. */
export function UsdtRate({ rate }: { rate: Paise }) {
  const rupees = formatRupees(rate)
  return <Trans>{rupees} per USDT</Trans>
}

/** What stands in its place while it is missing. */
export function MissingRate({ failed }: { failed: boolean }) {
  const { t } = useLingui()
  if (!failed) return t`Loading the rate…`
  return <span role="alert">{t`The USDT rate could not be loaded. Please try again in a moment.`}</span>
}

/** The current rate, and since when it applies: null for the standard rate, which applies until another is set. */
export function CurrentRate({ rate, since }: { rate: Paise; since: Date | null }) {
  const { t } = useLingui()
  return (
    <>
      <UsdtRate rate={rate} /> ·{' '}
      {since === null ? (
        t`standard rate, as no current one is set`
      ) : (
        <Trans>
          set <When at={since} />
        </Trans>
      )}
    </>
  )
}
