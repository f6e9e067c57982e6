import { ownContact } from '@bittkosh/contract/contact'
import { BRAND } from '@bittkosh/contract/brand'
import { decimalText, percentText, rupeesText } from '@bittkosh/contract/money'
import { isWaiting, requestCan } from '@bittkosh/contract/requestStates'
import { upiLink } from '@bittkosh/contract/upi'
import { formatUsdt, usdtOf } from '@bittkosh/contract/usdt'
import { type AdminWithdrawal, claimWithdrawal, payeeOfWithdrawal } from '@bittkosh/contract/withdrawals'
import { idTypeLabels } from '@bittkosh/contract/kyc'
import { Plural, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useMay } from '../api/may.ts'
import { useSession } from '../api/session.ts'
import { useTrail } from '../api/useTrail.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { Card } from '../kit/page/Card.tsx'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { useLanguage } from '../kit/device/language.ts'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { LazyLife } from '../requests/LazyLife.tsx'
import { ActButtons, DecisionCard, PersonState, RecentRequests, RequestFlags } from '../requests/RequestParts.tsx'
import type { Acts } from '../requests/RequestQueue.tsx'
import { Folded, RiskFacts, StripHead } from '../requests/Strip.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'
import { RecordTrail } from '../kit/lists/Trail.tsx'
import { UsdtRate } from '../kit/money/UsdtRate.tsx'
import { Since, When } from '../kit/page/When.tsx'
import { BatchLink } from './BatchLink.tsx'
import { ReportsToDismiss } from './DismissReport.tsx'
import { ClaimBanner, StartPaying } from './Claim.tsx'
import { OpenBatch } from './OpenBatch.tsx'
import { isStopped, usePayeeWarnings, useWithdrawalRisk } from './risk.ts'
import { useTypeLabels } from './typeLabels.ts'
import styles from './WithdrawalDocument.module.css'

const QrCode = lazy(() => import('../kit/money/QrCode.tsx'))

type WithdrawalDocumentProps = { withdrawal: AdminWithdrawal; acts: Acts<'withdrawal'> }

/** What an admin pays, to whom, and what to know before paying. */
export default function WithdrawalDocument({ withdrawal, acts }: WithdrawalDocumentProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { user, status } = withdrawal
  const me = useSession()?.user.id
  const mayPay = useMay()(claimWithdrawal)
  const isFree = requestCan('withdrawal', 'claim', status) && !withdrawal.being_paid
  const isMine = withdrawal.being_paid && withdrawal.claimed_by?.id === me
  const trail = useTrail('withdrawal', withdrawal.id)
  const kyc = user.govt_ids[0]
  const risk = useWithdrawalRisk(withdrawal)
  const warnings = usePayeeWarnings(withdrawal)
  return (
    <>
      <PersonState person={user} />
      {acts.approve && !user.kyc_approved && (
        <Banner tone="pending">
          <strong>{t`This person’s identity is no longer approved.`}</strong>{' '}
          {t`Nothing is paid out until a document is approved again.`}
        </Banner>
      )}
      {isMine && isStopped(withdrawal) && (
        <Banner tone="pending">
          {t`If you had already paid, mark it as paid and say so there. Reject it only if nothing was paid.`}
        </Banner>
      )}
      <StripHead user={user} kyc={user.kyc_approved ? 'approved' : (kyc?.status ?? null)} />
      {isWaiting(status) && <RiskFacts facts={risk} />}
      <ClaimBanner withdrawal={withdrawal} />
      <ReportsToDismiss withdrawal={withdrawal} />
      <OpenBatch withdrawal={withdrawal} />
      <PaymentKhata withdrawal={withdrawal} level={2} />
      {isMine && <UpiCode withdrawal={withdrawal} />}
      <RequestFlags sentences={warnings} />
      <ActButtons acts={acts} money approveLabel={t`Mark as paid`}>
        {mayPay && isFree && <StartPaying withdrawal={withdrawal} />}
      </ActButtons>
      {withdrawal.paid_before_stop && (
        <Banner tone="info">
          {t`Marked as paid while payouts to this person were on hold: ${withdrawal.decided_by} said that it had been paid before.`}
        </Banner>
      )}
      {withdrawal.returned_at && (
        <Card title={t`Returned by the bank`} aside={<StatusBadge status="returned" />}>
          <KeyValues
            items={[
              { label: t`By`, value: withdrawal.returned_by },
              { label: t`At`, value: <When at={withdrawal.returned_at} /> },
              { label: t`Reason`, value: withdrawal.return_reason },
            ]}
          />
        </Card>
      )}
      {withdrawal.decided_at && (
        <DecisionCard
          status={status === 'returned' ? 'approved' : status}
          by={withdrawal.decided_by ?? t`the user`}
          at={withdrawal.decided_at}
          reference={withdrawal.transaction_id}
          note={withdrawal.admin_note}
        />
      )}
      <Folded>
        <Card title={user.name} aside={kyc && <StatusBadge status={kyc.status} />}>
          <KeyValues
            items={[
              {
                label: t`KYC`,
                value: kyc && [idTypeLabels[language][kyc.type], kyc.id_number].filter(Boolean).join(' · '),
              },
              { label: t`E-mail`, value: ownContact(user.email) },
              { label: t`Phone`, value: ownContact(user.phone) },
              { label: t`Registered`, value: <Since at={user.registered_at} /> },
              { label: t`Wallet now`, value: <Money amount={user.wallet_balance} /> },
              { label: t`Receipt number`, value: withdrawal.number },
              ...(withdrawal.payout_batch === null
                ? []
                : [{ label: t`Payout batch`, value: <BatchLink id={withdrawal.payout_batch} /> }]),
              {
                label: t`Paid to this payee before`,
                value: <Plural value={withdrawal.paid_before} _0="never" one="once" other="# times" />,
              },
            ]}
          />
        </Card>
        <Recent withdrawal={withdrawal} />
        <LazyLife kind="withdrawal" id={withdrawal.id} />
      </Folded>
      <RecordTrail {...trail} />
    </>
  )
}

/** The record of the payment; also shown in the confirm dialog, so that the amount is read twice. */
export function PaymentKhata({ withdrawal, level }: { withdrawal: AdminWithdrawal; level: 2 | 3 }) {
  const { t } = useLingui()
  const { usdt_amount: usdt, usdt_rate: rate, status } = withdrawal
  const wasPaid = status === 'approved' || status === 'returned'
  return (
    <Khata document level={level} title={t`Withdrawal #${withdrawal.id}`}>
      <KhataRow label={t`Asked`}>
        <Money amount={withdrawal.amount} />
      </KhataRow>
      <KhataRow label={t`Processing fee (${percentText(withdrawal.fee_percentage)} %)`}>
        −<Money amount={withdrawal.processing_fee} />
      </KhataRow>
      <PayeeToCopy withdrawal={withdrawal} />
      {rate !== null && (
        <KhataRow
          label={t`Arrives, in rupees`}
          note={
            <>
              <UsdtRate rate={rate} />
              {withdrawal.usdt_rate_basis === 'moment' && <> · {t`current rate, fixed once you start paying`}</>}
              {withdrawal.usdt_rate_is_fallback && <> · {t`standard rate`}</>}
            </>
          }
        >
          <Money amount={withdrawal.net_amount} />
        </KhataRow>
      )}
      <KhataTotal
        label={
          <span className={styles.copyable}>
            {isWaiting(withdrawal.status)
              ? usdt === null
                ? t`To pay`
                : t`USDT to pay`
              : wasPaid
                ? t`Paid`
                : t`Not paid`}
            {isWaiting(withdrawal.status) && (
              <CopyButton
                text={usdt === null ? rupeesText(withdrawal.net_amount) : decimalText(usdt, 6)}
                label={t`Copy`}
                name={t`Copy amount`}
              />
            )}
          </span>
        }
      >
        {usdt === null ? <Money amount={withdrawal.net_amount} /> : formatUsdt(usdtOf(usdt))}
      </KhataTotal>
    </Khata>
  )
}

/** For the payer's own phone: its UPI app opens with payee and amount filled in. */
function UpiCode({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { t } = useLingui()
  const payee = payeeOfWithdrawal(withdrawal)
  if (payee.type !== 'upi') return null
  const { id, net_amount: amount, user } = withdrawal
  const link = upiLink({
    upiId: payee.details.upi_id,
    payeeName: user.name,
    amount,
    note: `${BRAND} withdrawal ${id}`,
    reference: `W${id}`,
  })
  return (
    <Card title={t`Pay with your phone`}>
      <div className={styles.scan}>
        <Suspense fallback={<Skeleton height={176} />}>
          <QrCode text={link} label={t`UPI QR code for ${moneyText(amount)} to ${user.name}`} size={176} />
        </Suspense>
        <p>{t`Scan with the UPI app you pay from. Payee and amount are filled in.`}</p>
      </div>
    </Card>
  )
}

function PayeeToCopy({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { t } = useLingui()
  const payee = payeeOfWithdrawal(withdrawal)
  const line = (label: string, text: string, note?: string) => (
    <KhataRow label={label} note={note}>
      <span className={styles.copyable}>
        {text} <CopyButton text={text} label={t`Copy`} name={t`Copy: ${label}`} />
      </span>
    </KhataRow>
  )
  switch (payee.type) {
    case 'upi':
      return line(t`UPI ID`, payee.details.upi_id)
    case 'crypto':
      return line(t`TRC20 address`, payee.details.address)
    case 'bank':
      return (
        <>
          {line(t`Account holder`, payee.details.account_name)}
          {line(t`Account number`, payee.details.account_number)}
          {line(t`IFSC code`, payee.details.ifsc_code, withdrawal.ifsc_bank ?? undefined)}
          <KhataRow label={t`Bank name`}>{payee.details.bank_name}</KhataRow>
        </>
      )
    default:
      return payee satisfies never
  }
}

function Recent({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { t } = useLingui()
  const typeLabels = useTypeLabels()
  if (withdrawal.recent.length === 0) return null
  return (
    <Card title={t`Other withdrawals of this user`}>
      <RecentRequests
        requests={withdrawal.recent.map((other) => ({
          id: other.id,
          what: (
            <>
              #{other.id} · <When at={other.created_at} look="date" /> · {typeLabels[other.type]}
            </>
          ),
          amount: <Money amount={other.amount} />,
          status: other.status,
        }))}
      />
    </Card>
  )
}
