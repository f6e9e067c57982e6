import { type AdminDeposit, decideDeposit, listDeposits } from '@bittkosh/contract/deposits'
import { refusals } from '@bittkosh/contract/refusals'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { refresh } from '../api/refresh.ts'
import { sentence } from '../api/sentences.ts'
import { useForm } from '../api/useForm.ts'
import { ErrorBanner } from '../kit/Banner.tsx'
import { Button } from '../kit/Button.tsx'
import { Modal } from '../kit/Modal.tsx'
import { Money } from '../kit/Money.tsx'
import { ReasonPicker } from '../kit/ReasonPicker.tsx'
import { toast } from '../kit/toast.ts'
import styles from './DepositDocument.module.css'

type RejectDepositProps = { deposit: AdminDeposit; onClose: () => void; onDone: () => void }

/** Rejects with the reason that the user will read. */
export function RejectDeposit({ deposit, onClose, onDone }: RejectDepositProps) {
  const { t } = useLingui()
  const [isMissing, setMissing] = useState(false)
  const form = useForm({
    endpoint: decideDeposit,
    params: { id: deposit.id },
    initial: { admin_note: '' },
    body: (typed) => ({ status: 'rejected', ...typed }),
    fallback: t`Failed to reject deposit`,
    refreshes: [listDeposits],
    onDone: () => {
      toast(t`Deposit rejected`)
      onDone()
    },
  })
  const presets = [
    t`We found no payment with this transaction ID. Please check it and ask again.`,
    t`The payment came from an account that is not yours. It will be returned to the sender.`,
    t`The amount that arrived is not the one you asked for. Please contact support.`,
    t`This payment was credited already.`,
    t`The payment failed or was returned by your bank.`,
    t`The USDT came over another network than TRC20. Please contact support.`,
  ]
  const name = deposit.user.name

  function submit(event: FormEvent) {
    event.preventDefault()
    const isEmpty = form.values.admin_note.trim() === ''
    setMissing(isEmpty)
    if (!isEmpty) void form.submit()
  }

  function close() {
    void refresh(listDeposits) // a decision made elsewhere shows once this one is put away
    onClose()
  }

  return (
    <Modal
      open
      onClose={close}
      title={t`Reject deposit #${deposit.id}`}
      footer={
        <>
          <Button variant="secondary" onClick={close}>{t`Cancel`}</Button>
          <Button type="submit" form="reject-deposit" variant="danger" money running={form.running}>{t`Reject`}</Button>
        </>
      }
    >
      <form {...form.props} onSubmit={submit} id="reject-deposit" className={styles.confirm}>
        <ErrorBanner message={form.failure} />
        <p>
          <Trans>
            <strong>
              <Money amount={deposit.requested_amount} />
            </strong>{' '}
            of <strong>{name}</strong> will not be credited.
          </Trans>
        </p>
        <ReasonPicker
          label={t`Reason, as the user will read it`}
          presets={presets}
          value={form.values.admin_note}
          onChange={(reason) => form.set('admin_note', reason)}
          error={
            isMissing && form.values.admin_note.trim() === ''
              ? sentence(refusals.rejection_note_required.message)
              : form.errors.admin_note
          }
        />
      </form>
    </Modal>
  )
}
