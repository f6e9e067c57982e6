import { percentText } from '@bittkosh/contract/money'
import { formatUsdt, usdtOf } from '@bittkosh/contract/usdt'
import { requestCan, requestStates } from '@bittkosh/contract/requestStates'
import {
  cancelWithdrawal,
  listMyWithdrawals,
  payeeOfWithdrawal,
  type Withdrawal,
  withdrawalTerms,
} from '@bittkosh/contract/withdrawals'
import { listTransactions } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { refresh } from '../api/refresh.ts'
import { useForm } from '../api/useForm.ts'
import { AskAbout } from '../kit/actions/AskAbout.tsx'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { CopyButton } from '../kit/actions/CopyButton.tsx'
import { Khata, KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { useShownText } from '../kit/money/hiddenAmounts.ts'
import { Money, moneyText } from '../kit/money/Money.tsx'
import { Timeline, type TimelineStep } from '../kit/lists/Timeline.tsx'
import { UsdtRate } from '../kit/money/UsdtRate.tsx'
import { PayeeRows } from './ReviewWithdrawal.tsx'
import { WithdrawalState } from './WithdrawalState.tsx'

type WithdrawalReceiptProps = {
  withdrawal: Withdrawal
  onClose: () => void
  /** Its owner came here to cancel it: that is asked at once. */
  isCancelling?: boolean
}

/** One withdrawal: its record, its history, and the button to cancel it while it is pending. */
export function WithdrawalReceipt({ withdrawal, onClose, isCancelling = false }: WithdrawalReceiptProps) {
  const { t } = useLingui()
  const shown = useShownText()
  const canCancel = requestCan('withdrawal', 'cancel', withdrawal.status) && !withdrawal.being_paid
  const [isAsking, setAsking] = useState(false)
  const asksFirst = useRef(isCancelling && canCancel)
  useEffect(() => setAsking(asksFirst.current), []) // once the receipt is open: it would be shown above its own question
  // A form, because its refusal is shown in the dialog: a toast would be behind it.
  const cancelling = useForm({
    endpoint: cancelWithdrawal,
    params: { id: withdrawal.id },
    initial: {},
    body: () => ({}),
    fallback: t`Failed to process withdrawal request`,
    refreshes: [withdrawalTerms, listMyWithdrawals, listTransactions],
    onDone: () => {
      toast(t`Withdrawal cancelled. The amount is back in your wallet.`)
      onClose()
    },
    onRefused: () => void refresh(listMyWithdrawals), // somebody may have begun to pay it
  })
  const steps = useSteps(withdrawal)
  const { usdt_amount: usdt, usdt_rate: rate } = withdrawal
  const outcome = requestStates[withdrawal.status]
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Withdrawal`}
      shape="sheet"
      footer={
        canCancel ? (
          <Button variant="secondary" wide money onClick={() => setAsking(true)}>
            {t`Cancel withdrawal`}
          </Button>
        ) : canBeSentAgain(withdrawal) ? (
          <ButtonLink to="/withdraw" search={{ again: withdrawal.id }} wide onClick={onClose}>
            {t`Fix and send again`}
          </ButtonLink>
        ) : null
      }
    >
      <div>
        <WithdrawalState withdrawal={withdrawal} />
        <AskAbout kind="withdrawal" id={withdrawal.id} number={withdrawal.number} />
      </div>
      <Khata document>
        <KhataRow label={t`You asked for`}>
          <Money amount={withdrawal.amount} hideable />
        </KhataRow>
        {outcome === 'nothing' ? (
          <>
            <PayeeRows payee={payeeOfWithdrawal(withdrawal)} />
            <KhataTotal label={t`Back in your wallet`}>
              <Money amount={withdrawal.amount} hideable />
            </KhataTotal>
          </>
        ) : (
          <>
            <KhataRow label={t`Processing fee (${percentText(withdrawal.fee_percentage)} %)`}>
              −<Money amount={withdrawal.processing_fee} hideable />
            </KhataRow>
            <PayeeRows payee={payeeOfWithdrawal(withdrawal)} />
            {rate !== null && (
              <KhataRow
                label={t`Worth in rupees`}
                note={
                  <>
                    <UsdtRate rate={rate} />
                    {withdrawal.usdt_rate_basis === 'held' && <> · {t`valid for 24 hours`}</>}
                    {withdrawal.usdt_rate_basis === 'moment' && <> · {t`current rate, until it is being paid`}</>}
                  </>
                }
              >
                <Money amount={withdrawal.net_amount} hideable />
              </KhataRow>
            )}
            <KhataTotal label={outcome === 'granted' ? t`Paid` : t`You receive`}>
              {usdt === null ? <Money amount={withdrawal.net_amount} hideable /> : shown(formatUsdt(usdtOf(usdt)))}
            </KhataTotal>
          </>
        )}
      </Khata>
      <Khata>
        <KhataRow label={t`Receipt number`}>
          {withdrawal.number} <CopyButton text={withdrawal.number} label={t`Copy`} name={t`Copy number`} size="dense" />
        </KhataRow>
        {withdrawal.transaction_id && (
          <KhataRow label={t`Reference`}>
            {withdrawal.transaction_id} <CopyButton text={withdrawal.transaction_id} label={t`Copy`} size="dense" />
          </KhataRow>
        )}
      </Khata>
      <Timeline steps={steps} />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t`Cancel this withdrawal?`}
        confirmLabel={t`Yes, cancel it`}
        closeLabel={t`Keep it`}
        danger
        running={cancelling.running}
        failure={cancelling.refusal}
        unanswered={cancelling.unanswered}
        onConfirm={() => void cancelling.submit()}
      >
        {shown(t`${moneyText(withdrawal.amount)} will be returned to your wallet, with no fee.`)}
      </ConfirmDialog>
    </Modal>
  )
}

/** A request that the bank or an admin sent back can be repeated once its cause is fixed. */
function canBeSentAgain({ status }: Withdrawal): boolean {
  return status === 'returned' || status === 'rejected'
}

function useSteps(withdrawal: Withdrawal): TimelineStep[] {
  const { t } = useLingui()
  const sent: TimelineStep = { label: t`Requested, amount held`, state: 'done', at: withdrawal.created_at }
  const { decided_at: at, admin_note: note } = withdrawal
  switch (withdrawal.status) {
    case 'pending':
      if (withdrawal.being_paid)
        return [
          sent,
          { label: t`Checked`, state: 'done' },
          { label: t`Being paid: it can no longer be cancelled`, state: 'current' },
          { label: t`Paid`, state: 'ahead' },
        ]
      return [sent, { label: t`Being checked`, state: 'current' }, { label: t`Paid`, state: 'ahead' }]
    case 'approved':
      return [sent, { label: t`Checked`, state: 'done' }, { label: t`Paid`, state: 'done', at, note }]
    case 'rejected':
      return [
        sent,
        { label: t`Rejected`, state: 'failed', at, note },
        { label: t`Amount back in your wallet`, state: 'done', at },
      ]
    case 'cancelled':
      return [sent, { label: t`Cancelled by you, amount back in your wallet`, state: 'done', at }]
    case 'returned':
      return [
        sent,
        { label: t`Paid`, state: 'done', at },
        { label: t`Returned by the bank`, state: 'failed', at: withdrawal.returned_at, note: withdrawal.return_reason },
        { label: t`Amount and fee back in your wallet`, state: 'done', at: withdrawal.returned_at },
      ]
    default:
      return withdrawal.status satisfies never
  }
}
