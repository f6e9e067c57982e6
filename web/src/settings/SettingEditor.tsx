import {
  listSettings,
  getSetting,
  type Setting,
  type SettingKey,
  settingsTable,
  updateSetting,
} from '@bittkosh/contract/settings'
import { groupIndian } from '@bittkosh/contract/money'
import { useLingui as useI18n } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useForm, wireNumber } from '../api/useForm.ts'
import { call } from '../api/client.ts'
import { useMay } from '../api/may.ts'
import { useTrail } from '../api/useTrail.ts'
import { useVersion } from '../api/useVersion.ts'
import { RecordTrail } from '../kit/lists/Trail.tsx'
import { ChangedMeanwhile } from '../kit/overlays/ChangedMeanwhile.tsx'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { ErrorBanner } from '../kit/page/Banner.tsx'
import { Button } from '../kit/actions/Button.tsx'
import { Checkbox, Switch } from '../kit/forms/Checkbox.tsx'
import { cx } from '../kit/page/cx.ts'
import { Field } from '../kit/forms/Field.tsx'
import { TextArea, TextInput } from '../kit/forms/TextInput.tsx'
import { toast } from '../kit/overlays/toast.ts'
import { When } from '../kit/page/When.tsx'
import styles from './AdminBasicSettingsPage.module.css'
import { settingWords } from './words.ts'

const longText = 300 // characters from which on a text gets several lines

/** One setting: its value with bounds, what it does, and its own button. */
export function SettingEditor({ settingKey, setting }: { settingKey: SettingKey; setting: Setting }) {
  const { t } = useLingui()
  const may = useMay()
  const { i18n } = useI18n()
  const rule = settingsTable[settingKey]
  const { name, does } = settingWords[settingKey]
  // What is saved as far as this editor knows: as the list says, or newer, as its own save was answered.
  const [known, setKnown] = useState(setting)
  const saved = String(known.value)
  // A value of which the server has said that it pays people for leaving: it is saved once that is confirmed.
  const [lossyValue, setLossyValue] = useState<string | null>(null)
  const [accepted, setAccepted] = useState(false)
  const version = useVersion(setting, async () => (await call(listSettings, {})).find(({ key }) => key === settingKey))
  const trail = useTrail(settingKey, undefined, { isOpen: version.isStale })
  const form = useForm({
    endpoint: updateSetting,
    params: { key: settingKey },
    initial: { value: saved },
    body: ({ value }) => ({
      value: rule.type === 'number' ? wireNumber(value) : value,
      ...(value === lossyValue && { confirm_loss: accepted }),
      ...version.body,
    }),
    onRefused: (error) => {
      if (error.code === 'loss_unconfirmed' && lossyValue !== form.values.value) {
        setLossyValue(form.values.value)
        setAccepted(false)
      }
      version.onRefused(error)
    },
    fallback: t`Failed to update setting`,
    refreshes: [listSettings, getSetting],
    onDone: (reply) => {
      setKnown(reply)
      form.reset({ value: String(reply.value) })
      version.restart(reply)
      toast(t`Setting saved`)
    },
  })
  // Another admin saved it while this page stood open: a field that nobody has touched here follows.
  if (momentOf(setting) > momentOf(known)) {
    setKnown(setting)
    if (form.values.value === saved) {
      form.reset({ value: String(setting.value) })
      version.restart(setting)
    }
  }
  const changed = form.values.value !== saved
  const isPermitted = may(rule.permission)
  const label = i18n._(name)
  // An admin's own description replaces the shipped one, whatever the language.
  const purpose = setting.description === rule.description ? i18n._(does) : setting.description
  const isLong = rule.type === 'text' && rule.maxLength >= longText && !settingKey.endsWith('_url')

  if (settingKey === 'live_figures' || settingKey === 'admin_second_factor') {
    return (
      <form {...form.props} className={styles.editor}>
        <Switch
          label={label}
          disabled={!isPermitted}
          checked={form.values.value === 'on'}
          onChange={(on) => form.set('value', on ? 'on' : 'off')}
        />
        <p className={styles.purpose}>{purpose}</p>
        <ChangedMeanwhile isStale={version.isStale} />
        <ErrorBanner message={form.failure} />
        <Foot isPermitted={isPermitted} setting={setting} changed={changed} running={form.running} />
        {setting.updated_at && <RecordTrail {...trail} />}
      </form>
    )
  }

  return (
    <form {...form.props} className={cx(styles.editor, isLong && styles.broad)}>
      <fieldset disabled={!isPermitted} className={styles.fields}>
        <Field label={label} hint={purpose} error={form.errors.value} optional={isOptional(settingKey)}>
          {rule.type === 'number' ? (
            <AmountInput
              dense
              {...form.bind('value')}
              {...(rule.unit === 'percent' ? { symbol: '', suffix: '%', decimals: 4 } : {})}
            />
          ) : isLong ? (
            <TextArea rows={settingKey === 'header_line' ? 4 : 3} maxLength={rule.maxLength} {...form.bind('value')} />
          ) : (
            <TextInput dense maxLength={rule.maxLength} {...form.bind('value')} />
          )}
        </Field>
      </fieldset>
      {lossyValue === form.values.value && (
        <Checkbox label={t`I accept this loss`} checked={accepted} onChange={setAccepted} />
      )}
      {settingKey === 'header_line' && <BannerPreview text={form.values.value} />}
      <ChangedMeanwhile isStale={version.isStale} />
      <ErrorBanner message={form.failure} />
      <Foot
        isPermitted={isPermitted}
        hint={
          rule.type === 'number' && (
            <Trans>
              From {bound(rule.min, rule.unit)} to {bound(rule.max, rule.unit)}
            </Trans>
          )
        }
        setting={setting}
        changed={changed}
        running={form.running}
      />
      {setting.updated_at && <RecordTrail {...trail} />}
    </form>
  )
}

function momentOf({ updated_at }: Setting): number {
  return updated_at?.getTime() ?? 0
}

type FootProps = { isPermitted: boolean; hint?: ReactNode; setting: Setting; changed: boolean; running: boolean }

function Foot({ isPermitted, hint, setting, changed, running }: FootProps) {
  const { t } = useLingui()
  return (
    <div className={styles.foot}>
      {isPermitted && (
        <Button
          type="submit"
          size="dense"
          variant={changed ? 'primary' : 'secondary'}
          disabled={!changed}
          running={running}
        >
          {t`Save`}
        </Button>
      )}
      {hint && <span>{hint}</span>}
      <span>
        {setting.updated_at ? (
          <Trans>
            changed <When at={setting.updated_at} look="relative" />
          </Trans>
        ) : (
          <Trans>as shipped</Trans>
        )}
      </span>
    </div>
  )
}

/** The lines as the dashboard's banner will take them. */
function BannerPreview({ text }: { text: string }) {
  const { t } = useLingui()
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return (
    <ol className={styles.preview} aria-label={t`Banner preview`}>
      {lines.length === 0 ? (
        <li>
          <Trans>No lines: the banner is hidden.</Trans>
        </li>
      ) : (
        // oxlint-disable-next-line react/no-array-index-key -- the same line may stand there twice
        lines.map((line, index) => <li key={index}>{line}</li>)
      )}
    </ol>
  )
}

function bound(value: string, unit: 'rupees' | 'percent'): string {
  return unit === 'rupees' ? `₹${groupIndian(value)}` : `${value} %`
}

function isOptional(key: SettingKey): boolean {
  return settingsTable[key].default === ''
}
