import { ignoreStatementLine, listStatementLines, type StatementLine } from '@bittkosh/contract/bankStatements'
import { useLingui } from '@lingui/react/macro'
import { forgetDraft } from '../api/draft.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { toast } from '../kit/overlays/toast.ts'
import styles from './BankStatements.module.css'
import { LineText } from './LineText.tsx'

/** Sets a line aside that is not a deposit or payout: interest, a fee, a payment of the operator's own. */
export function IgnoreLine({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const { t } = useLingui()
  const draft = `ignore line ${line.id}`
  const form = useDraftForm({
    draft,
    endpoint: ignoreStatementLine,
    params: { id: line.id },
    initial: { reason: '' },
    body: (typed) => typed,
    fallback: t`Failed to set the line aside`,
    refreshes: [listStatementLines],
    onDone: () => {
      toast(t`The line was set aside`)
      onClose()
    },
  })
  return (
    <Modal open title={t`Set the line aside`} onClose={onClose} onDiscard={() => forgetDraft(draft)}>
      <form {...form.props} className={styles.form}>
        <LineText line={line} />
        <Field
          label={t`Why it isn’t a deposit or payout`}
          hint={t`For example: interest, a bank fee, a transfer between your own accounts`}
          error={form.errors.reason}
        >
          <TextInput {...form.bind('reason')} maxLength={500} data-first-focus />
        </Field>
        <Submit form={form}>{t`Set aside`}</Submit>
      </form>
    </Modal>
  )
}
