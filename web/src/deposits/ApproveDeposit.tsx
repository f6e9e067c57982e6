import { type AdminDeposit, decideDeposit, listDeposits } from '@bittkosh/contract/deposits'
import { Trans, useLingui } from '@lingui/react/macro'
import { refresh } from '../api/refresh.ts'
import { useForm, wireNumber } from '../api/useForm.ts'
import { ErrorBanner } from '../kit/Banner.tsx'
import { Button } from '../kit/Button.tsx'
import { Khata, KhataRow } from '../kit/Khata.tsx'
import { Modal } from '../kit/Modal.tsx'
import { Money } from '../kit/Money.tsx'
import { toast } from '../kit/toast.ts'
import styles from './DepositDocument.module.css'
import { type ApprovalDraft, approvalOf } from './approvalDraft.ts'
import { ApprovalRows } from './DepositDocument.tsx'

type ApproveDepositProps = { deposit: AdminDeposit; draft: ApprovalDraft; onClose: () => void; onDone: () => void }

/** The confirm: repeats whom and how much. */
export function ApproveDeposit({ deposit, draft, onClose, onDone }: ApproveDepositProps) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: decideDeposit,
    params: { id: deposit.id },
    initial: {},
    body: () => ({ status: 'approved', approved_amount: wireNumber(draft.amount), admin_note: draft.note }),
    fallback: t`Failed to approve deposit`,
    refreshes: [listDeposits],
    onDone: () => {
      toast(t`Deposit approved`)
      onDone()
    },
  })
  const approval = approvalOf(deposit, draft)
  const name = deposit.user.name

  function close() {
    void refresh(listDeposits) // a decision made elsewhere shows once this one is put away
    onClose()
  }

  return (
    <Modal
      open
      onClose={close}
      title={t`Approve deposit #${deposit.id}`}
      footer={
        <>
          <Button variant="secondary" onClick={close}>{t`Cancel`}</Button>
          <Button
            type="submit"
            data-first-focus
            form="approve-deposit"
            money
            running={form.running}
          >{t`Approve`}</Button>
        </>
      }
    >
      <form {...form.props} id="approve-deposit" className={styles.confirm}>
        <ErrorBanner message={form.failure} />
        {approval && (
          <>
            <p>
              <Trans>
                Credit{' '}
                <strong>
                  <Money amount={approval.amount} />
                </strong>{' '}
                to <strong>{name}</strong>?
              </Trans>
            </p>
            <Khata>
              <KhataRow label={t`Wallet now`}>
                <Money amount={deposit.user.wallet_balance} />
              </KhataRow>
              <KhataRow label={t`Approved amount`}>
                <Money amount={approval.amount} change />
              </KhataRow>
              <ApprovalRows deposit={deposit} draft={draft} />
            </Khata>
            {approval.amount !== deposit.requested_amount && (
              <p>
                <Trans>
                  The user asked for <Money amount={deposit.requested_amount} />. They will read: “{draft.note}”
                </Trans>
              </p>
            )}
          </>
        )}
      </form>
    </Modal>
  )
}
