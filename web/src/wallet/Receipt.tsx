import { BRAND } from '@bittkosh/contract/brand'
import { formatRupees } from '@bittkosh/contract/money'
import { formatUsdt, usdtOf } from '@bittkosh/contract/usdt'
import type { TransactionItem } from '@bittkosh/contract/wallet'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Printer } from 'lucide-react'
import type { ComponentProps } from 'react'
import { AskAbout } from '../kit/actions/AskAbout.tsx'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import { dateText } from '../kit/page/dates.ts'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { useShownText } from '../kit/money/hiddenAmounts.ts'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { ShareButton } from '../kit/money/ShareButton.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './Receipt.module.css'
import { ItemState } from './ItemState.tsx'
import { ReceiptTimeline } from './ReceiptTimeline.tsx'
import { sumsOf } from './sums.ts'
import { titleOf, waits, waitsForCode } from './words.ts'

/** One entry in full: its amount, its history with times and reasons, its reference; to share or to print. */
export function Receipt({ item, onClose }: { item: TransactionItem; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const title = titleOf(item, i18n)
  const shown = useShownText()
  const usdt = usdtText(item, i18n)
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
          {item.key.startsWith('bonus_package') && (
            <ButtonLink variant="secondary" to="/wallet" search={{ id: `deposit-${item.id}` }}>
              <Trans>See the purchase</Trans>
            </ButtonLink>
          )}
          <Button variant="secondary" icon={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
            <Trans>Print or save as PDF</Trans>
          </Button>
          <ShareButton
            title={title}
            lines={[
              usdt,
              ...sharedSums(item, i18n),
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
          {usdt && <KhataRow label={t`USDT`}>{shown(usdt)}</KhataRow>}
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
  const { i18n } = useLingui()
  return sumsOf(item).map(({ label, amount, look }) => {
    const Row = look === 'total' ? KhataTotal : KhataRow
    return (
      <Row key={label.id} label={i18n._(label)}>
        <Money amount={amount} change={look === 'extra'} hideable />
      </Row>
    )
  })
}

/** The same as text. The balance is the owner's own affair, so it is not shared. */
function sharedSums(item: TransactionItem, i18n: I18n): string[] {
  return sumsOf(item)
    .filter(({ look }) => look !== 'balance')
    .map(({ label, amount, look }) => `${i18n._(label)}: ${moneyText(amount, { change: look === 'extra' })}`)
}

/** What a crypto deposit was to be paid with: '$33.33, ₹90.00 per USDT'. */
function usdtText({ details: { usdt } }: TransactionItem, i18n: I18n): string | null {
  if (usdt === null) return null
  const [sum, rupees] = [formatUsdt(usdtOf(usdt.amount)), formatRupees(usdt.rate)]
  return `${sum}, ${i18n._(msg`${rupees} per USDT`)}`
}

/** The name of an entry's other side; nothing if its plan or reason is shown instead. */
function otherSide({ type, details }: TransactionItem): MessageDescriptor[] {
  if (type === 'deposit') return [details.package ? msg`Package and method` : msg`Method`]
  if (type === 'withdrawal') return [msg`Payee`]
  if (type === 'balance_transfer_sent') return [msg`Recipient`]
  if (type === 'balance_transfer_received') return [msg`Sender`]
  if (type === 'referral_income') return [msg`Referred user`]
  return type === 'bonus' ? [msg`Package`] : []
}

function planOf({ details: { cryptocurrency } }: TransactionItem): string | null {
  return cryptocurrency && `${cryptocurrency.name} (${cryptocurrency.symbol})`
}
