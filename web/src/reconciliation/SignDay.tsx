import {
  listReconciledDays,
  readReconciledDay,
  type ReconciledDay,
  signReconciledDay,
} from '@bittkosh/contract/reconciliation'
import { Plural, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { refresh } from '../api/refresh.ts'
import { useDraftForm } from '../api/useDraftForm.ts'
import { Field } from '../kit/forms/Field.tsx'
import { Submit } from '../kit/forms/Submit.tsx'
import { TextArea } from '../kit/forms/TextInput.tsx'
import { KeyValues } from '../kit/lists/KeyValues.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { Banner } from '../kit/page/Banner.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './Reconciliation.module.css'

/** Signs the figures that were shown when it was opened; the second signature closes the day. */
export function SignDay({ day: now, onClose }: { day: ReconciledDay; onClose: () => void }) {
  const { t } = useLingui()
  const [opened] = useState(now)
  // Nobody has seen figures that arrive meanwhile: they are signed only once the server has refused because the figures changed.
  const [isRefused, setRefused] = useState(false)
  const day = isRefused ? now : opened
  const closes = day.state === 'signed'
  const form = useDraftForm({
    draft: `sign day ${day.day}`,
    endpoint: signReconciledDay,
    params: { day: day.day },
    initial: { note: '' },
    body: ({ note }) => ({ digest: day.digest, note }),
    fallback: t`Failed to sign the day`,
    refreshes: [readReconciledDay, listReconciledDays],
    // another admin was first, or the figures changed: the page behind shows them
    onRefused: ({ code }) => {
      setRefused(code === 'day_figures_changed')
      void refresh(readReconciledDay)
    },
    onDone: ({ state }) => {
      toast(state === 'closed' ? t`The day is closed` : t`The day is signed. Another admin must sign it too.`)
      onClose()
    },
  })
  return (
    <Modal open title={closes ? t`Sign and close the day` : t`Sign the day`} onClose={onClose} onDiscard={form.discard}>
      <form {...form.props} className={styles.form}>
        <KeyValues
          items={[
            { label: t`Day`, value: <When at={day.day} look="date" /> },
            { label: t`Statement less book`, value: <Money amount={day.difference} change="plain" /> },
          ]}
        />
        {day.open_reasons > 0 && (
          <Banner tone="pending">
            <Plural
              value={day.open_reasons}
              one="# difference has no reason yet. Say in your note why you sign."
              other="# differences have no reason yet. Say in your note why you sign."
            />
          </Banner>
        )}
        {day.open_reasons === 0 && day.needs_note && (
          <Banner tone="pending">{t`An account has no statement for this day. Explain in your note why you are signing.`}</Banner>
        )}
        <Field label={t`Note`} optional={!day.needs_note} error={form.errors.note}>
          <TextArea {...form.bind('note')} maxLength={500} data-first-focus />
        </Field>
        {closes && (
          <p className={styles.small}>
            {t`A closed day stays closed: nothing more is posted to it, and a correction carries the date on which it is made.`}
          </p>
        )}
        <Submit form={form} money>
          {closes ? t`Sign and close` : t`Sign`}
        </Submit>
      </form>
    </Modal>
  )
}
