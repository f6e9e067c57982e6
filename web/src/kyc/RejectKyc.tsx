import { type KycRequest, listPendingKyc, verifyKyc } from '@bittkosh/contract/kyc'
import { useLingui } from '@lingui/react/macro'
import { refresh } from '../api/refresh.ts'
import { useForm } from '../api/useForm.ts'
import { ErrorBanner } from '../kit/Banner.tsx'
import { Button } from '../kit/Button.tsx'
import { Modal } from '../kit/Modal.tsx'
import { ReasonPicker } from '../kit/ReasonPicker.tsx'
import { toast } from '../kit/toast.ts'
import styles from './Kyc.module.css'

type DecideProps = { request: KycRequest; onClose: () => void; onDone: () => void }

/** The user reads the reason and submits again; without one it can't be sent. */
export function RejectKyc({ request, onClose, onDone }: DecideProps) {
  const { t } = useLingui()
  const document = request.pending_ids[0]
  const form = useForm({
    endpoint: verifyKyc,
    params: { userId: request.user_id },
    initial: { rejection_reason: '' },
    body: (typed) => ({ id_index: document?.index, kyc_id: request.kyc_id, status: 'rejected', ...typed }),
    fallback: t`Failed to process KYC verification`,
    refreshes: [listPendingKyc],
    onDone: () => {
      toast(t`KYC rejected`)
      onDone()
    },
  })
  const presets = [
    t`The photo is blurred or too dark. Please take it again in daylight.`,
    t`Part of the card is cut off. All four corners must be visible.`,
    t`The number typed does not match the card.`,
    t`The name on the card does not match your account.`,
    t`This is not the document that was chosen.`,
    t`The photo shows a screen or a copy. Please photograph the card itself.`,
  ]

  function close() {
    void refresh(listPendingKyc) // a decision made elsewhere shows once this one is put away
    onClose()
  }

  return (
    <Modal
      open
      onClose={close}
      title={t`Reject KYC of ${request.name}`}
      footer={
        <>
          <Button variant="secondary" onClick={close}>{t`Cancel`}</Button>
          <Button
            type="submit"
            form="reject-kyc"
            variant="danger"
            running={form.running}
            disabled={form.values.rejection_reason.trim() === ''}
          >{t`Reject`}</Button>
        </>
      }
    >
      <form {...form.props} id="reject-kyc" className={styles.form}>
        <ErrorBanner message={form.failure} />
        <ReasonPicker
          label={t`Rejection reason, as the user will read it`}
          presets={presets}
          value={form.values.rejection_reason}
          onChange={(reason) => form.set('rejection_reason', reason)}
          error={form.errors.rejection_reason}
        />
      </form>
    </Modal>
  )
}
