import {
  type CannedAnswer,
  changeCannedAnswer,
  createCannedAnswer,
  deleteCannedAnswer,
  listCannedAnswers,
} from '@bittkosh/contract/inbox'
import { MESSAGE_MAX } from '@bittkosh/contract/shapes'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { call } from '../api/client.ts'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { useConfirm } from '../api/useConfirm.ts'
import { useEdit } from '../api/useEdit.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { TextArea, TextInput } from '../kit/forms/TextInput.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { EditDialog } from '../kit/overlays/EditDialog.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { FailedState } from '../kit/page/FailedState.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { useOpened } from '../kit/overlays/useEdited.ts'
import styles from './AdminSupport.module.css'

/** The team's canned answers: added, changed and deleted here, inserted from a thread. */
export default function CannedAnswers({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { data, isPending, error, isFetching, refetch } = useQuery(reading(listCannedAnswers))
  const [edited, edit, closeForm] = useOpened<CannedAnswer | 'new'>()
  const [deleted, askToDelete, closeQuestion] = useOpened<CannedAnswer>()
  return (
    <>
      <Modal
        open
        size="wide"
        title={t`Saved answers`}
        onClose={onClose}
        footer={
          <Button
            size="dense"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => edit('new')}
          >{t`Add an answer`}</Button>
        }
      >
        {isPending ? (
          <SkeletonRows rows={3} height={44} />
        ) : !data ? (
          <FailedState message={failureMessage(error, t`Failed to load the answers`)} retry={{ isFetching, refetch }} />
        ) : data.length === 0 ? (
          <p>{t`Save what you write often, in both languages. It is inserted in the person’s language.`}</p>
        ) : (
          <ul className={styles.records}>
            {data.map((answer) => (
              <li key={answer.id}>
                <strong>{answer.title}</strong>
                <span>
                  <IconButton
                    size="dense"
                    label={t`Edit ${answer.title}`}
                    icon={<Pencil size={16} aria-hidden />}
                    onClick={() => edit(answer)}
                  />
                  <IconButton
                    size="dense"
                    label={t`Delete ${answer.title}`}
                    icon={<Trash2 size={16} aria-hidden />}
                    onClick={() => askToDelete(answer)}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Modal>
      {edited && <AnswerDialog answer={edited === 'new' ? null : edited} onClose={closeForm} />}
      {deleted && <DeleteDialog answer={deleted} onClose={closeQuestion} />}
    </>
  )
}

function AnswerDialog({ answer, onClose }: { answer: CannedAnswer | null; onClose: () => void }) {
  const { t } = useLingui()
  const { edit, ...version } = useEdit('canned answer', {
    record: answer,
    readList: () => call(listCannedAnswers, {}),
  })
  const form = useDraftForm({
    draft: version.draft,
    endpoint: answer ? changeCannedAnswer : createCannedAnswer,
    ...(answer && { params: { id: answer.id } }),
    initial: { title: answer?.title ?? '', text_en: answer?.text_en ?? '', text_hi: answer?.text_hi ?? '' },
    body: (typed) => ({ ...typed, ...version.body }),
    onRefused: version.onRefused,
    fallback: t`Failed to save the answer`,
    refreshes: [listCannedAnswers],
    onDone: () => {
      toast(t`Answer saved`)
      onClose()
    },
  })
  return (
    <EditDialog title={answer ? t`Edit answer` : t`Add an answer`} form={form} edit={edit} onClose={onClose}>
      <Field label={t`Title`} error={form.errors.title}>
        <TextInput maxLength={100} {...form.bind('title')} dense />
      </Field>
      <Field label={t`In English`} error={form.errors.text_en}>
        <TextArea {...form.bind('text_en')} rows={4} maxLength={MESSAGE_MAX} lang="en" />
      </Field>
      <Field label={t`In Hindi`} error={form.errors.text_hi}>
        <TextArea {...form.bind('text_hi')} rows={4} maxLength={MESSAGE_MAX} lang="hi" />
      </Field>
    </EditDialog>
  )
}

function DeleteDialog({ answer, onClose }: { answer: CannedAnswer; onClose: () => void }) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: deleteCannedAnswer,
    fallback: t`Failed to delete the answer`,
    success: t`Answer deleted`,
    refreshes: [listCannedAnswers],
    input: { params: { id: answer.id } },
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Delete the answer`} confirmLabel={t`Delete`} danger>
      {t`“${answer.title}” is no longer offered. What was sent with it stays.`}
    </ConfirmDialog>
  )
}
