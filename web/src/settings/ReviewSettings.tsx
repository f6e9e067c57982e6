import { getSetting, listSettings, type Setting, updateSettings } from '@bittkosh/contract/settings'
import { Plural, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { call } from '../api/client.ts'
import { fieldMessages } from '../api/failure.ts'
import { refresh } from '../api/refresh.ts'
import { readSiteAgain } from '../api/site.ts'
import { useForm } from '../api/useForm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { Checkbox } from '../kit/forms/Checkbox.tsx'
import { MayBeDone } from '../kit/money/MayBeDone.tsx'
import { Modal } from '../kit/overlays/Modal.tsx'
import { Banner, ErrorBanner } from '../kit/page/Banner.tsx'
import { toast } from '../kit/overlays/toast.ts'
import styles from './Settings.module.css'
import type { SettingChange } from './settingsDraft.ts'
import SettingChanges from './SettingChanges.tsx'

type ReviewSettingsProps = {
  changes: readonly SettingChange[]
  /** The changes compared with the currently saved values, after another admin saved first. */
  changesAgainst: (saved: readonly Setting[]) => SettingChange[]
  onClose: () => void
  /** Values that the server refused, by key. */
  onRefused: (errors: Readonly<Record<string, string>>) => void
  onSaved: (keys: readonly string[]) => void
}

/** All changes once more, before and after, with what each rate costs; they are saved together or not at all. */
export function ReviewSettings({ changes, changesAgainst, onClose, onRefused, onSaved }: ReviewSettingsProps) {
  const { t } = useLingui()
  const formId = useId()
  // The displayed values are sent as `previous`: nobody confirms against values that they did not see.
  const [shown, setShown] = useState(changes)
  const [isStale, setStale] = useState(false)
  const [isLossy, setLossy] = useState(false)
  const form = useForm<{ confirm_loss: boolean }, typeof updateSettings>({
    endpoint: updateSettings,
    initial: { confirm_loss: false },
    body: ({ confirm_loss }) => ({
      changes: shown.map(({ key, after, description }) => ({
        key,
        value: after,
        ...(description && { description: description.after }),
      })),
      previous: Object.fromEntries(shown.map(({ key, before }) => [key, before])),
      ...(isLossy && { confirm_loss }),
    }),
    onRefused: (error) => {
      if (error.code === 'loss_unconfirmed') setLossy(true)
      if (error.code === 'setting_out_of_range') onRefused(fieldMessages(error))
      if (error.code === 'changed_meanwhile') void meetOthers()
    },
    fallback: t`Failed to update setting`,
    refreshes: [listSettings, getSetting],
    onSent: () => onSaved(shown.map(({ key }) => key)),
    onDone: (saved) => {
      toast(t`Settings saved`)
      readSiteAgain()
      onSaved(saved.map(({ key }) => key))
    },
  })

  async function meetOthers() {
    void refresh(listSettings)
    setShown(changesAgainst(await call(listSettings, {})))
    setStale(true)
  }

  return (
    <Modal
      open
      onClose={onClose}
      title={t`Review the changes`}
      size="wide"
      footer={
        <>
          {form.unanswered && <MayBeDone />}
          <ErrorBanner message={form.failure} />
          <Button variant="secondary" onClick={onClose}>{t`Back`}</Button>
          <Button type="submit" form={formId} running={form.running} disabled={shown.length === 0}>
            <Plural value={shown.length} one="Save # change" other="Save # changes" />
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className={styles.review}>
        {isStale && (
          <Banner tone="pending">
            {t`Somebody else has changed a setting in the meantime. The old values shown are now current; please check them again.`}
          </Banner>
        )}
        <SettingChanges changes={shown} />
        {isLossy && (
          <Checkbox
            label={t`I accept this loss`}
            checked={form.values.confirm_loss}
            onChange={(accepted) => form.set('confirm_loss', accepted)}
          />
        )}
      </form>
    </Modal>
  )
}
