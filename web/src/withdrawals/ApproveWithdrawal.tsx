import { looksLikeReference } from '@bittkosh/contract/references'
import { type AdminWithdrawal, decideWithdrawal, listWithdrawals } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { refresh } from '../api/refresh.ts'
import { useForm } from '../api/useForm.ts'
import { ErrorBanner } from '../kit/Banner.tsx'
import { Button } from '../kit/Button.tsx'
import { Field } from '../kit/Field.tsx'
import { Modal } from '../kit/Modal.tsx'
import { TextInput } from '../kit/TextInput.tsx'
import { toast } from '../kit/toast.ts'
import { PaymentKhata } from './WithdrawalDocument.tsx'
import styles from './WithdrawForm.module.css'

type DecideProps = { withdrawal: AdminWithdrawal; onClose: () => void; onDone: () => void }

/** The payment has been made: its reference is what approves. */
export function ApproveWithdrawal({ withdrawal, onClose, onDone }: DecideProps) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: decideWithdrawal,
    params: { id: withdrawal.id },
    initial: { transaction_id: '', admin_note: '' },
    body: (typed) => ({ status: 'approved', ...typed }),
    fallback: t`Failed to process withdrawal`,
    refreshes: [listWithdrawals],
    onDone: () => {
      toast(t`Withdrawal approved`)
      onDone()
    },
  })
  const reference = form.values.transaction_id
  const hints = {
    upi: t`UPI references have 12 digits.`,
    bank: t`IMPS has 12 digits, NEFT 16 characters, RTGS 22.`,
    crypto: t`A TRON transaction has 64 characters, 0 to 9 and a to f.`,
  }
  const unusual = reference !== '' && !looksLikeReference(withdrawal.type, reference)

  function close() {
    void refresh(listWithdrawals) // a decision made elsewhere shows once this one is put away
    onClose()
  }

  return (
    <Modal
      open
      onClose={close}
      title={t`Approve withdrawal`}
      footer={
        <>
          <Button variant="secondary" onClick={close}>{t`Cancel`}</Button>
          <Button type="submit" form="approve-withdrawal" money running={form.running}>{t`Approve`}</Button>
        </>
      }
    >
      <form {...form.props} id="approve-withdrawal" className={styles.form}>
        <ErrorBanner message={form.failure} />
        <PaymentKhata withdrawal={withdrawal} level={3} />
        <Field
          label={t`Transaction ID`}
          error={form.errors.transaction_id}
          hint={unusual ? t`Unusual for this method. ${hints[withdrawal.type]}` : hints[withdrawal.type]}
        >
          <TextInput
            {...form.bind('transaction_id')}
            data-first-focus
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
          />
        </Field>
        <Field label={t`Note`} optional error={form.errors.admin_note} hint={t`The user can read it.`}>
          <TextInput {...form.bind('admin_note')} maxLength={500} />
        </Field>
      </form>
    </Modal>
  )
}
