import { createUpcoming, listUpcomings, type Upcoming, updateUpcoming } from '@bittkosh/contract/upcomings'
import { useLingui } from '@lingui/react/macro'
import { call } from '../api/client.ts'
import { useEdit } from '../api/useEdit.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { EditDialog } from '../kit/overlays/EditDialog.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { InHindi } from '../kit/forms/InHindi.tsx'
import { TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'

/** Adds an item, or changes the given one. */
export function UpcomingDialog({ upcoming, onClose }: { upcoming: Upcoming | null; onClose: () => void }) {
  const { t } = useLingui()
  const { edit, ...version } = useEdit('upcoming', { record: upcoming, readList: () => call(listUpcomings, {}) })
  const form = useDraftForm({
    draft: version.draft,
    endpoint: upcoming ? updateUpcoming : createUpcoming,
    ...(upcoming && { params: { id: upcoming.id } }),
    initial: { title: upcoming?.title ?? '', title_hi: upcoming?.title_hi ?? '', link: upcoming?.link ?? '' },
    body: (typed) => ({ ...typed, ...version.body }),
    onRefused: version.onRefused,
    fallback: t`Failed to save upcoming`,
    refreshes: [listUpcomings],
    onDone: () => {
      toast(t`Upcoming saved`)
      onClose()
    },
  })
  return (
    <EditDialog title={upcoming ? t`Edit upcoming` : t`Add upcoming`} form={form} edit={edit} onClose={onClose}>
      <Field label={t`Title`} error={form.errors.title}>
        <TextInput maxLength={200} {...form.bind('title')} data-first-focus dense />
      </Field>
      <InHindi label={t`Title`} {...form.bind('title_hi')} error={form.errors.title_hi} maxLength={200} />
      <Field label={t`Link`} optional hint={t`A full address that starts with https://`} error={form.errors.link}>
        <TextInput type="url" inputMode="url" placeholder="https://" {...form.bind('link')} dense />
      </Field>
    </EditDialog>
  )
}
