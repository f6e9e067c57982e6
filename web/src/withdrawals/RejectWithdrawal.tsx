import { type AdminWithdrawal, decideWithdrawal, listWithdrawals } from '@bittkosh/contract/withdrawals'
import { Trans, useLingui } from '@lingui/react/macro'
import { refresh } from '../api/refresh.ts'
import { useForm } from '../api/useForm.ts'
import { ErrorBanner } from '../kit/Banner.tsx'
import { Button } from '../kit/Button.tsx'
import { Modal } from '../kit/Modal.tsx'
import { Money } from '../kit/Money.tsx'
import { ReasonPicker } from '../kit/ReasonPicker.tsx'
import { toast } from '../kit/toast.ts'
import styles from './WithdrawForm.module.css'

type DecideProps = { withdrawal: AdminWithdrawal; onClose: () => void; onDone: () => void }

/** Gives the whole amount back, with the reason that the user will read. */
export function RejectWithdrawal({ withdrawal, onClose, onDone }: DecideProps) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: decideWithdrawal,
    params: { id: withdrawal.id },
    initial: { admin_note: '' },
    body: (typed) => ({ status: 'rejected', ...typed }),
    fallback: t`Failed to process withdrawal`,
    refreshes: [listWithdrawals],
    onDone: () => {
      toast(t`Withdrawal rejected`)
      onDone()
    },
  })
  const presets = [
    t`The account is not in your own name. Please use an account of yours.`,
    t`The bank refused these account details. Please check them and ask again.`,
    t`This UPI ID does not exist. Please check it and ask again.`,
    t`The address is not on the TRC20 (TRON) network.`,
    t`We need to check recent activity first. Please contact support.`,
    t`This request was made twice.`,
  ]

  function close() {
    void refresh(listWithdrawals) // a decision made elsewhere shows once this one is put away
    onClose()
  }

  return (
    <Modal
      open
      onClose={close}
      title={t`Reject withdrawal`}
      footer={
        <>
          <Button variant="secondary" onClick={close}>{t`Cancel`}</Button>
          <Button
            type="submit"
            form="reject-withdrawal"
            variant="danger"
            money
            running={form.running}
          >{t`Reject`}</Button>
        </>
      }
    >
      <form {...form.props} id="reject-withdrawal" className={styles.form}>
        <ErrorBanner message={form.failure} />
        <p>
          <Trans>
            <Money amount={withdrawal.amount} /> returns to the wallet of {withdrawal.user.name}.
          </Trans>
        </p>
        <ReasonPicker
          label={t`Reason, as the user will read it`}
          presets={presets}
          value={form.values.admin_note}
          onChange={(reason) => form.set('admin_note', reason)}
          error={form.errors.admin_note}
        />
      </form>
    </Modal>
  )
}
