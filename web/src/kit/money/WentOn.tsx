import type { Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { BackLink } from '../actions/BackLink.tsx'
import { ButtonLink } from '../actions/Button.tsx'
import { EmptyState } from '../page/EmptyState.tsx'
import { Money } from './Money.tsx'

type WentOnProps = {
  /** The id of its receipt in the wallet: 'deposit-7'. */
  receipt: string
  /** The amount that moved, or the requested one if nothing moved. */
  amount: Paise
  /** The request's state, as its lists show it. */
  state: ReactNode
  /** The address that the person came from. */
  back?: string | undefined
}

/** Replaces the end of a request's flow once the request is no longer pending: its outcome and its receipt. */
export function WentOn({ receipt, amount, state, back }: WentOnProps) {
  const { t } = useLingui()
  return (
    <EmptyState
      isHeading
      icon={<ReceiptText size={28} aria-hidden />}
      title={t`Outcome`}
      action={
        <>
          <ButtonLink to="/wallet" search={{ id: receipt }}>{t`See the receipt`}</ButtonLink>
          {back && <BackLink back={back}>{t`Continue where you left off`}</BackLink>}
        </>
      }
    >
      <Money amount={amount} hideable /> {state}
    </EmptyState>
  )
}
