import { createUpcoming, listUpcomings, type Upcoming, updateUpcoming } from '@bittkosh/contract/upcomings'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useForm } from '../api/useForm.ts'
import { call } from '../api/client.ts'
import { useTrail } from '../api/useTrail.ts'
import { useVersion } from '../api/useVersion.ts'
import { RecordTrail } from '../kit/Trail.tsx'
import { ChangedMeanwhile } from '../kit/ChangedMeanwhile.tsx'
import { ErrorBanner } from '../kit/Banner.tsx'
import { Button } from '../kit/Button.tsx'
import { Field } from '../kit/Field.tsx'
import { Modal } from '../kit/Modal.tsx'
import { TextInput } from '../kit/TextInput.tsx'
import { toast } from '../kit/toast.ts'
import styles from './AdminUpcomingsPage.module.css'

/** Adds an item, or changes the one it is given. */
export function UpcomingDialog({ upcoming, onClose }: { upcoming: Upcoming | null; onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const version = useVersion(upcoming, async () =>
    (await call(listUpcomings, {})).find(({ id }) => id === upcoming?.id),
  )
  const trail = useTrail('upcoming', upcoming?.id, { isOpen: version.isStale })
  const shared = {
    initial: { title: upcoming?.title ?? '', link: upcoming?.link ?? '' },
    body: (typed: { title: string; link: string }) => ({ ...typed, ...version.body }),
    onRefused: version.onRefused,
    fallback: t`Failed to save upcoming`,
    refreshes: [listUpcomings],
    onDone: () => {
      toast(t`Upcoming saved`)
      onClose()
    },
  }
  const adding = useForm({ endpoint: createUpcoming, ...shared })
  const changing = useForm({ endpoint: updateUpcoming, params: { id: upcoming?.id ?? 0 }, ...shared })
  const form = upcoming ? changing : adding
  return (
    <Modal
      open
      onClose={onClose}
      title={upcoming ? t`Edit upcoming` : t`Add upcoming`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} running={form.running}>{t`Save`}</Button>
        </>
      }
    >
      <form {...form.props} id={formId} className={styles.form}>
        <ErrorBanner message={form.failure} />
        <ChangedMeanwhile isStale={version.isStale} />
        <Field label={t`Title`} error={form.errors.title}>
          <TextInput dense maxLength={200} {...form.bind('title')} />
        </Field>
        <Field label={t`Link`} optional hint={t`A full address that starts with https://`} error={form.errors.link}>
          <TextInput dense type="url" inputMode="url" placeholder="https://" {...form.bind('link')} />
        </Field>
        {upcoming && <RecordTrail {...trail} />}
      </form>
    </Modal>
  )
}
