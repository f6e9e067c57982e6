import { BRAND } from '@bittkosh/contract/brand'
import { isTrc20, type Payee } from '@bittkosh/contract/methods'
import { decimalText, type Paise, paise, rupeesText } from '@bittkosh/contract/money'
import { upiLink } from '@bittkosh/contract/upi'
import { payeePictureOf } from '@bittkosh/contract/uploads'
import { formatUsdt, inFours, type Usdt } from '@bittkosh/contract/usdt'
import { Trans, useLingui } from '@lingui/react/macro'
import { Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from '../page/Banner.tsx'
import { Skeleton } from '../page/Skeleton.tsx'
import { AnchorButton, ButtonLink } from '../actions/Button.tsx'
import { CopyButton } from '../actions/CopyButton.tsx'
import { MerchantQr } from './MerchantQr.tsx'
import { moneyText } from './Money.tsx'
import styles from './PayWays.module.css'
import QrCode from './QrCode.tsx'

type PayWaysProps = {
  /** Undefined if it is no longer offered. */
  payee: Payee | undefined
  /** The amount to pay; null while unknown. */
  amount: Paise | null
  /** The same in USDT, for a crypto payee. */
  usdt: Usdt | null
  /** Identifies this payment in the payer's UPI app: letters and digits. Null while unknown. */
  reference: string | null
  /** Why there is no amount to pay yet, although one is typed. */
  why?: string | null
}

/** How to pay a payee: everything that can be scanned, opened or copied. */
export function PayWays({ payee, amount, usdt, reference, why = null }: PayWaysProps) {
  switch (payee?.type) {
    case undefined:
      return <NotOffered />
    case 'upi':
      return <PayByUpi details={payee.details} amount={amount} reference={reference} why={why} />
    case 'bank':
      return <PayByBank details={payee.details} amount={amount} />
    case 'crypto':
      return <PayByCrypto details={payee.details} usdt={usdt} />
    default:
      return payee satisfies never
  }
}

function NotOffered() {
  const { t } = useLingui()
  return (
    <Banner tone="loss">
      <p>{t`This payment method isn't offered any more. If you have already paid, contact support.`}</p>
      <ButtonLink to="/support" variant="secondary" size="dense">{t`Contact support`}</ButtonLink>
    </Banner>
  )
}

type DetailsOf<T extends Payee['type']> = Extract<Payee, { type: T }>['details']

const upiUsualLimit = paise(1_00_000_00n) // NPCI's limit for an ordinary payment

function PayByUpi({
  details,
  amount,
  reference,
  why,
}: {
  details: DetailsOf<'upi'>
  amount: Paise | null
  reference: string | null
  why: string | null
}) {
  const { t } = useLingui()
  const payeeName = details.merchant_name ?? BRAND
  const ownQr = details.qr_code_url
  const link =
    amount &&
    reference !== null &&
    upiLink({ upiId: details.upi_id, payeeName, amount, note: `${BRAND} deposit`, reference })
  return (
    <div className={styles.ways}>
      {amount !== null && amount > upiUsualLimit && (
        <Banner tone="pending">
          {t`Many banks allow at most ₹1,00,000 per UPI payment. A bank transfer has no such limit.`}
        </Banner>
      )}
      {link ? (
        <>
          <div className={styles.openApp}>
            <AnchorButton href={link} wide icon={<Smartphone size={20} aria-hidden />}>{t`Open UPI app`}</AnchorButton>
          </div>
          <div className={styles.scan}>
            <QrCode text={link} label={t`UPI QR code for ${moneyText(amount)} to ${payeeName}`} size={200} />
            <p className={styles.caption}>
              <Trans>
                Scan with any UPI app. The amount <strong>{moneyText(amount)}</strong> is filled in.
              </Trans>
            </p>
          </div>
        </>
      ) : amount !== null && reference === null ? (
        <Skeleton height={248} />
      ) : (
        <p className={styles.waiting}>{why ?? t`Enter an amount above to see the QR code.`}</p>
      )}
      {ownQr && payeePictureOf(ownQr) !== null && <MerchantQr key={ownQr} url={ownQr} payeeName={payeeName} />}
      <CopyLines
        lines={[
          { label: t`UPI ID`, text: details.upi_id, copyLabel: t`Copy UPI ID` },
          details.merchant_name ? { label: t`Name`, text: details.merchant_name } : null,
          amountLine(amount, t`Amount`, t`Copy amount`),
        ]}
      />
    </div>
  )
}

function PayByBank({ details, amount }: { details: DetailsOf<'bank'>; amount: Paise | null }) {
  const { t } = useLingui()
  return (
    <CopyLines
      lines={[
        { label: t`Account name`, text: details.account_name, copyLabel: t`Copy account name` },
        { label: t`Account number`, text: details.account_number, copyLabel: t`Copy account number` },
        { label: t`IFSC`, text: details.ifsc_code, copyLabel: t`Copy IFSC` },
        { label: t`Bank`, text: details.bank_name },
        details.branch ? { label: t`Branch`, text: details.branch } : null,
        amountLine(amount, t`Amount`, t`Copy amount`),
      ]}
    />
  )
}

function PayByCrypto({ details, usdt }: { details: DetailsOf<'crypto'>; usdt: Usdt | null }) {
  const { t } = useLingui()
  return (
    <div className={styles.ways}>
      <Banner tone="pending">
        {isTrc20(details.network) ? (
          <>
            <strong>{t`TRC20 only`}</strong>
            <p>{t`USDT sent over another network is lost.`}</p>
          </>
        ) : (
          <>
            <strong>{t`${details.network} only`}</strong>
            <p>{t`USDT sent over another network is lost.`}</p>
          </>
        )}
      </Banner>
      <div className={styles.scan}>
        <QrCode text={details.address} label={t`QR code of the USDT address`} size={176} />
      </div>
      <CopyLines
        lines={[
          { label: t`Network`, text: details.network },
          {
            label: t`Address`,
            text: details.address,
            shown: <span className={styles.address}>{inFours(details.address)}</span>,
            copyLabel: t`Copy address`,
          },
          usdt === null
            ? null
            : { label: t`Amount`, text: decimalText(usdt, 6), shown: formatUsdt(usdt), copyLabel: t`Copy amount` },
        ]}
      />
    </div>
  )
}

type CopyLine = {
  label: string
  text: string
  /** The displayed text, if it differs from the copied one. */
  shown?: ReactNode
  copyLabel?: string
}

function amountLine(amount: Paise | null, label: string, copyLabel: string): CopyLine | null {
  return amount === null ? null : { label, text: rupeesText(amount), shown: moneyText(amount), copyLabel }
}

function CopyLines({ lines }: { lines: (CopyLine | null)[] }) {
  const { t } = useLingui()
  return (
    <dl className={styles.lines}>
      {lines
        .filter((line) => line !== null)
        .map(({ label, text, shown, copyLabel }) => (
          <div key={label} className={styles.line}>
            <dt>{label}</dt>
            <dd>{shown ?? text}</dd>
            {copyLabel && (
              <dd>
                <CopyButton text={text} label={t`Copy`} name={copyLabel} size="regular" />
              </dd>
            )}
          </div>
        ))}
    </dl>
  )
}
