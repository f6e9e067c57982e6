import type { Paise } from '@bittkosh/contract/money'
import { useLingui } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { BackLink } from '../actions/BackLink.tsx'
import { ButtonLink } from '../actions/Button.tsx'
import { EmptyState } from '../page/EmptyState.tsx'
import { Money } from './Money.tsx'

type WentOnProps = {
  /** Of its receipt in the wallet: 'deposit-7'. */
  receipt: string
  /** What moved, or was asked for where nothing did. */
  amount: Paise
  /** The request's state, as its lists show it. */
  state: ReactNode
  /** The address that the person came from. */
  back?: string | undefined
}

/** In place of the end of a request's flow, once the request does not wait any more: what came of it, and its receipt. */
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
