import { percentText, subtract } from '@bittkosh/contract/money'
import { formatUsdt, inFours } from '@bittkosh/contract/usdt'
import type { WithdrawalPayee } from '@bittkosh/contract/payees'
import type { WithdrawalQuote } from '@bittkosh/contract/withdrawalQuote'
import { Trans, useLingui } from '@lingui/react/macro'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { Button } from '../kit/actions/Button.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { MayBeDone } from '../kit/money/MayBeDone.tsx'
import { Money } from '../kit/money/Money.tsx'
import { UsdtRate } from '../kit/money/UsdtRate.tsx'
import { payeeOf, type Terms, type Typed } from './draft.ts'
import styles from './WithdrawForm.module.css'

type ReviewProps = {
  typed: Typed
  terms: Terms
  quote: WithdrawalQuote
  failure: string | null
  unanswered: boolean
  running: boolean
  onConfirm: () => void
  onChange: () => void
}

/** The request before it is made: the requested amount, its cost, what arrives. */
export function ReviewWithdrawal({
  typed,
  terms,
  quote,
  failure,
  unanswered,
  running,
  onConfirm,
  onChange,
}: ReviewProps) {
  const { t } = useLingui()
  const payee = payeeOf(typed)
  const after = subtract(terms.balance, quote.amount)
  return (
    <div className={styles.review} ref={focus} tabIndex={-1}>
      <Khata document level={2} title={t`Review withdrawal`}>
        <KhataRow
          label={t`You asked for`}
          note={
            quote.usdt !== null && (
              <>
                {typed.amount} USDT · <UsdtRate rate={terms.usdt_rate} />
              </>
            )
          }
        >
          <Money amount={quote.amount} />
        </KhataRow>
        <KhataRow label={t`Processing fee (${percentText(terms.fee_percentage)} %)`}>
          −<Money amount={quote.fee} />
        </KhataRow>
        {'refused' in payee ? null : <PayeeRows payee={payee} />}
        {quote.usdt !== null && (
          <KhataRow label={t`Worth in rupees`}>
            <Money amount={quote.net} />
          </KhataRow>
        )}
        <KhataTotal label={t`You receive`}>
          {quote.usdt === null ? <Money amount={quote.net} /> : formatUsdt(quote.usdt)}
        </KhataTotal>
      </Khata>
      {!unanswered && after >= 0n && (
        <p className={styles.notice}>
          <Trans>
            Balance after: <Money amount={after} hideable />. An admin checks each request. Until then the amount is
            held, and you can cancel.
          </Trans>
        </p>
      )}
      <div className={styles.actions}>
        {unanswered && <MayBeDone />}
        <ErrorBanner message={failure} />
        <Button money wide running={running} onClick={onConfirm}>{t`Confirm withdrawal`}</Button>
        <Button variant="secondary" wide disabled={running} onClick={onChange}>{t`Change amount`}</Button>
      </div>
    </div>
  )
}

/** Replaces the form, which may have been scrolled away. */
function focus(review: HTMLElement | null) {
  review?.focus()
}

/** The payee in full, as the money will go there. */
export function PayeeRows({ payee }: { payee: WithdrawalPayee }) {
  const { t } = useLingui()
  switch (payee.type) {
    case 'upi':
      return <KhataRow label={t`To`}>{payee.details.upi_id}</KhataRow>
    case 'crypto':
      return (
        <KhataRow label={t`To`} note={t`TRC20 address`}>
          <span className={styles.address}>{inFours(payee.details.address)}</span>
        </KhataRow>
      )
    case 'bank':
      return (
        <KhataRow label={t`To`} note={`${payee.details.bank_name} · ${payee.details.ifsc_code}`}>
          {payee.details.account_name}
          <br />
          {payee.details.account_number}
        </KhataRow>
      )
    default:
      return payee satisfies never
  }
}
