import { type IdType, revealKyc } from '@bittkosh/contract/kyc'
import { useLingui } from '@lingui/react/macro'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { useForm } from '../api/useForm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import styles from './IdNumber.module.css'

type IdNumberProps = { user: number; index: number; masked: string; type: IdType }

/** The typed number, masked; a PAN in full once the admin has given a reason, which goes into the audit log. */
export function IdNumber({ user, index, masked, type }: IdNumberProps) {
  const { t } = useLingui()
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  return (
    <span className={styles.number}>
      <span className={styles.figure}>{shown ?? masked}</span>
      {type === 'pan' && shown === null && may(revealKyc) && (
        <Button variant="quiet" size="dense" icon={<Eye size={16} aria-hidden />} onClick={() => setAsking(true)}>
          {t`Show in full`}
        </Button>
      )}
      <Modal open={isAsking} onClose={() => setAsking(false)} title={t`Show the full number`}>
        <RevealForm
          user={user}
          index={index}
          onShown={(number) => {
            setShown(number)
            setAsking(false)
          }}
        />
      </Modal>
    </span>
  )
}

function RevealForm({ user, index, onShown }: { user: number; index: number; onShown: (number: string) => void }) {
  const { t } = useLingui()
  const form = useForm({
    endpoint: revealKyc,
    params: { userId: user },
    initial: { reason: t`Compared with the photo` },
    body: (typed) => ({ id_index: index, ...typed }),
    fallback: t`Failed to process KYC verification`,
    onDone: (reply) => onShown(reply.id_number),
  })
  return (
    <form {...form.props} className={styles.form}>
      <Field label={t`Reason`} error={form.errors.reason} hint={t`It is kept in the audit log with your name.`}>
        <TextInput {...form.bind('reason')} data-first-focus maxLength={500} />
      </Field>
      <Submit form={form}>{t`Show in full`}</Submit>
    </form>
  )
}
