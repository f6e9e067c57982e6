import { BRAND } from '@bittkosh/contract/brand'
import { formatRupees, negate, type Paise, subtract } from '@bittkosh/contract/money'
import type { TransactionItem } from '@bittkosh/contract/wallet'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Printer } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { AskAbout } from '../kit/actions/AskAbout.tsx'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import { dateText } from '../kit/page/dates.ts'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { Money } from '../kit/money/Money.tsx'
import { ShareButton } from '../kit/money/ShareButton.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './Receipt.module.css'
import { ItemState } from './ItemState.tsx'
import { ReceiptTimeline } from './ReceiptTimeline.tsx'
import { cameToNothing, titleOf, waits, waitsForCode } from './words.ts'

/** One entry in full: its amount, its history with times and reasons, its reference; to share or to print. */
export function Receipt({ item, onClose }: { item: TransactionItem; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const title = titleOf(item, i18n)
  const { number } = item

  return (
    <Modal
      open
      shape="sheet"
      title={t`Receipt`}
      onClose={onClose}
      footer={
        <>
          {item.type === 'withdrawal' && canBeSentAgain(item) && (
            <ButtonLink to="/withdraw" search={{ again: item.id }}>
              <Trans>Fix and send again</Trans>
            </ButtonLink>
          )}
          {item.type === 'withdrawal' && waits(item) && !item.being_paid && (
            <ButtonLink variant="secondary" to="/withdraw" search={{ cancel: item.id }}>
              <Trans>Cancel withdrawal</Trans>
            </ButtonLink>
          )}
          {item.type === 'deposit' && item.direction === 'in' && canBeSentAgain(item) && (
            <ButtonLink to="/add-balance" search={{ again: item.id }}>
              <Trans>Fix and send again</Trans>
            </ButtonLink>
          )}
          {waitsForCode(item) && (
            <ButtonLink to="/bittpay">
              <Trans>Enter the code</Trans>
            </ButtonLink>
          )}
          {item.details.cryptocurrency && (
            <ButtonLink
              variant="secondary"
              to="/invest/$symbol"
              params={{ symbol: item.details.cryptocurrency.symbol }}
            >
              <Trans>See the plan</Trans>
            </ButtonLink>
          )}
          <Button variant="secondary" icon={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
            <Trans>Print or save as PDF</Trans>
          </Button>
          <ShareButton
            title={title}
            lines={[
              formatRupees(item.amount),
              dateText(item.created_at, 'dateTime', i18n.locale),
              number && t`Receipt ${number}`,
              item.transaction_id,
            ]}
          />
        </>
      }
    >
      <div className={styles.receipt}>
        <div className={styles.head}>
          <span className={styles.brand}>{BRAND}</span>
          <ItemState item={item} />
        </div>
        <Khata document title={title}>
          <Sums item={item} />
        </Khata>
        <Meanwhile item={item} />
        <ReceiptTimeline item={item} />
        <KeyValues
          items={[
            { label: t`Date`, value: <When at={item.created_at} /> },
            ...otherSide(item).map((label) => ({ label: i18n._(label), value: item.counterparty })),
            { label: t`Plan`, value: planOf(item) },
            {
              label: t`Transaction ID`,
              value: item.transaction_id && (
                <span className={styles.reference}>
                  {item.transaction_id} <CopyButton text={item.transaction_id} label={t`Copy`} />
                </span>
              ),
            },
            { label: t`Note`, value: item.note },
            { label: t`Reason`, value: item.type === 'adjustment' ? item.admin_note : null },
            {
              label: t`Receipt number`,
              value: number && (
                <span className={styles.reference}>
                  {number} <CopyButton text={number} label={t`Copy`} name={t`Copy number`} />
                </span>
              ),
            },
          ]}
        />
      </div>
      <Ask item={item} />
    </Modal>
  )
}

/** While it is pending: whether the amount is still in the wallet. */
function Meanwhile({ item }: { item: TransactionItem }) {
  const { t } = useLingui()
  if (waitsForCode(item)) return <p>{t`Not deducted yet: it leaves your wallet when you enter the code.`}</p>
  if (!waits(item)) return null
  if (item.type === 'withdrawal')
    return <p>{t`Already deducted from your wallet. If it isn't paid, the full amount comes back.`}</p>
  if (item.type === 'deposit')
    return <p>{t`Not in your wallet yet: it is added once your payment has been checked.`}</p>
  return null
}

const asked: Partial<Record<TransactionItem['type'], ComponentProps<typeof AskAbout>['kind']>> = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  balance_transfer_sent: 'transfer',
  balance_transfer_received: 'transfer',
  crypto_investment: 'investment',
  flexible_deposit: 'flexible',
  flexible_withdraw: 'flexible',
  adjustment: 'adjustment',
}

function Ask({ item: { type, id, number } }: { item: TransactionItem }) {
  const kind = asked[type]
  return kind ? <AskAbout kind={kind} id={id} number={number} /> : null
}

/** A request that an admin or the bank sent back can be repeated once its cause is fixed. */
function canBeSentAgain({ status }: TransactionItem): boolean {
  return status === 'returned' || status === 'rejected'
}

/** The figures from the requested amount to the final one, double-ruled. */
function Sums({ item }: { item: TransactionItem }) {
  const { details } = item
  const after = details.balance_after
  return (
    <>
      <SumRows item={item} fee={details.processing_fee} />
      {after !== null && !cameToNothing(item) && (
        <KhataRow label={item.account === 'earn' ? <Trans>In Earn after</Trans> : <Trans>Wallet after</Trans>}>
          <Money amount={after} hideable />
        </KhataRow>
      )}
    </>
  )
}

function SumRows({ item, fee }: { item: TransactionItem; fee: Paise | null }) {
  const { amount, requested_amount: requested, approved_amount: approved } = item
  const profit = item.details.profit_earned
  if (cameToNothing(item)) {
    const isBack = item.type === 'withdrawal'
    return (
      <Total
        label={isBack ? <Trans>Back in your wallet</Trans> : <Trans>Requested, not moved</Trans>}
        amount={amount}
      />
    )
  }
  if (item.type === 'withdrawal' && fee !== null) {
    return (
      <>
        <Line label={<Trans>You asked for</Trans>} amount={amount} />
        <Line label={<Trans>Processing fee</Trans>} amount={negate(fee)} />
        <Total label={<Trans>You receive</Trans>} amount={subtract(amount, fee)} />
      </>
    )
  }
  if (item.type === 'balance_transfer_sent' && fee !== null) {
    return (
      <>
        <Line label={<Trans>Amount</Trans>} amount={subtract(amount, fee)} />
        <Line label={<Trans>Fee</Trans>} amount={fee} />
        <Total label={<Trans>Total leaving your wallet</Trans>} amount={amount} />
      </>
    )
  }
  if (item.type === 'crypto_investment' && item.direction === 'in' && profit !== null) {
    return (
      <>
        <Line label={<Trans>You put in</Trans>} amount={subtract(amount, profit)} />
        <Line label={<Trans>Profit</Trans>} amount={profit} />
        <Total label={<Trans>You got</Trans>} amount={amount} />
      </>
    )
  }
  if (requested !== null && approved !== null && approved !== requested) {
    return (
      <>
        <Line label={<Trans>Requested</Trans>} amount={requested} />
        <Total label={<Trans>Approved</Trans>} amount={approved} />
      </>
    )
  }
  return <Total label={<Trans>Amount</Trans>} amount={amount} />
}

function Line({ label, amount }: { label: ReactNode; amount: Paise }) {
  return (
    <KhataRow label={label}>
      <Money amount={amount} hideable />
    </KhataRow>
  )
}

function Total({ label, amount }: { label: ReactNode; amount: Paise }) {
  return (
    <KhataTotal label={label}>
      <Money amount={amount} hideable />
    </KhataTotal>
  )
}

/** The name of an entry's other side; nothing if its plan or reason is shown instead. */
function otherSide({ type }: TransactionItem): MessageDescriptor[] {
  if (type === 'deposit') return [msg`Method`]
  if (type === 'withdrawal') return [msg`Payee`]
  if (type === 'balance_transfer_sent') return [msg`Recipient`]
  if (type === 'balance_transfer_received') return [msg`Sender`]
  if (type === 'referral_income') return [msg`Referred user`]
  return type === 'bonus' ? [msg`Package`] : []
}

function planOf({ details: { cryptocurrency } }: TransactionItem): string | null {
  return cryptocurrency && `${cryptocurrency.name} (${cryptocurrency.symbol})`
}
