import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '../forms/Checkbox.tsx'
import { Banner } from '../page/Banner.tsx'

type EarlierPayeeProps = {
  /** Whether the payee that the form showed before was the one that was paid. */
  isPaid: boolean
  onChange: (isPaid: boolean) => void
}

/** Says that a payment method has another payee since its form was opened, and asks whom the person paid. */
export function EarlierPayee({ isPaid, onChange }: EarlierPayeeProps) {
  const { t } = useLingui()
  return (
    <Banner tone="pending">
      <p>{t`These payment details have changed since you first saw them. Send money only to the ones above.`}</p>
      <Checkbox label={t`I had already paid using the earlier details`} checked={isPaid} onChange={onChange} />
    </Banner>
  )
}
