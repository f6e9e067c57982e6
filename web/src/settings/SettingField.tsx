import { groupIndian } from '@bittkosh/contract/money'
import { type Setting, type SettingKey, settingsTable } from '@bittkosh/contract/settings'
import { alertWays } from '@bittkosh/contract/settingValues'
import { useLingui as useI18n } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useMay } from '../api/may.ts'
import { Button } from '../kit/actions/Button.tsx'
import { AmountInput } from '../kit/forms/AmountInput.tsx'
import { Switch } from '../kit/forms/Checkbox.tsx'
import { Field } from '../kit/forms/Field.tsx'
import { Select } from '../kit/forms/Select.tsx'
import { FoldedHindi } from '../kit/forms/InHindi.tsx'
import { TextArea, TextInput } from '../kit/forms/TextInput.tsx'
import { cx } from '../kit/page/cx.ts'
import { When } from '../kit/page/When.tsx'
import styles from './Settings.module.css'
import type { SettingsDraft } from './settingsDraft.ts'
import { SettingValue } from './SettingValue.tsx'
import { alertWayWords, settingWords } from './words.ts'

const page = 10_000 // characters of a text that fills a page
const longText = 300 // characters from which a text gets several lines

type SettingFieldProps = {
  settingKey: SettingKey
  setting: Setting
  typed: NonNullable<SettingsDraft[SettingKey]> | undefined
  isChanged: boolean
  /** The sentence of a refusal. */
  error: string | undefined
  onChange: (typed: NonNullable<SettingsDraft[SettingKey]>) => void
  onUndo: () => void
}

/** One setting: its value with its bounds, what it does, who changed it last. Text for an admin who may not change it. */
export function SettingField({ settingKey, setting, typed, isChanged, error, onChange, onUndo }: SettingFieldProps) {
  const { t } = useLingui()
  const isPermitted = useMay()(settingsTable[settingKey].permission)
  const { i18n } = useI18n()
  const rule = settingsTable[settingKey]
  const { name, does } = settingWords[settingKey]
  const value = typed?.value ?? String(setting.value)
  const label = i18n._(name)
  // An admin's own description replaces the shipped one in every language.
  const isOwn = setting.description !== rule.description
  const purpose = isOwn ? setting.description : i18n._(does)
  const isLong = rule.type === 'text' && rule.maxLength >= longText && rule.grammar !== 'address'
  const set = (next: string) => onChange({ ...typed, value: next })
  const input = { name: settingKey, value, onChange: set }
  const fold = (field: ReactNode) =>
    settingKey.endsWith('_hi') ? (
      <FoldedHindi label={label} isOpen={value !== '' || error !== undefined}>
        {field}
      </FoldedHindi>
    ) : (
      field
    )

  return (
    <div
      id={`setting-${settingKey}`}
      className={cx(styles.setting, isLong && styles.broad, isChanged && styles.changed)}
    >
      {!isPermitted ? (
        fold(
          <>
            <p className={styles.name}>{label}</p>
            <SettingValue settingKey={settingKey} value={String(setting.value)} />
            <p className={styles.purpose}>{purpose}</p>
          </>,
        )
      ) : rule.type === 'text' && rule.grammar === 'switch' ? (
        <>
          <Switch label={label} checked={value === 'on'} onChange={(on) => set(on ? 'on' : 'off')} />
          <p className={styles.purpose}>{purpose}</p>
        </>
      ) : (
        fold(
          <Field label={label} hint={purpose} error={error} optional={rule.default === ''}>
            {rule.type === 'number' ? (
              <AmountInput
                dense
                {...input}
                {...(rule.unit === 'percent' ? { symbol: '', suffix: '%', decimals: 4 } : {})}
                {...(rule.unit === 'hours' ? { symbol: '', suffix: t`hours`, decimals: 0 } : {})}
                {...(rule.unit === 'count' ? { symbol: '', decimals: 0 } : {})}
              />
            ) : rule.grammar === 'alert' ? (
              <Select
                dense
                {...input}
                options={alertWays.map((way) => ({ value: way, label: i18n._(alertWayWords[way]) }))}
              />
            ) : isLong ? (
              <TextArea
                rows={rule.maxLength >= page ? 12 : rule.grammar === 'lines' ? 4 : 3}
                maxLength={rule.maxLength}
                {...input}
              />
            ) : (
              <TextInput
                dense
                maxLength={rule.maxLength}
                {...(rule.grammar === 'address' && { type: 'url', inputMode: 'url', spellCheck: false })}
                {...input}
              />
            )}
          </Field>,
        )
      )}
      {isPermitted && rule.type === 'text' && rule.grammar === 'lines' && <LinesPreview text={value} />}
      <div className={styles.foot}>
        {isChanged ? (
          <>
            <span>
              <Trans>
                was <SettingValue settingKey={settingKey} value={String(setting.value)} />
              </Trans>
            </span>
            <Button variant="quiet" size="dense" aria-label={t`Undo ${label}`} onClick={onUndo}>{t`Undo`}</Button>
          </>
        ) : (
          <>
            {rule.type === 'number' && (
              <span>
                <Trans>
                  From {bound(rule.min, rule.unit)} to {bound(rule.max, rule.unit)}
                </Trans>
              </span>
            )}
            <Changed setting={setting} />
          </>
        )}
      </div>
      {isPermitted && (
        <Description
          label={label}
          // The shipped description is shown in the reader's language, so it is not offered for editing.
          value={typed?.description ?? (isOwn ? setting.description : '')}
          onChange={(description) => onChange({ ...typed, description })}
        />
      )}
    </div>
  )
}

/** An admin's own description of a setting; empty means the program's. */
function Description({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(value !== '')
  return (
    <details className={styles.description} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t`Description`} <span className="visually-hidden">{label}</span>
      </summary>
      {isOpen && (
        <TextInput
          dense
          aria-label={t`About ${label}`}
          placeholder={t`Empty: the program’s own`}
          maxLength={500}
          value={value}
          onChange={onChange}
        />
      )}
    </details>
  )
}

function Changed({ setting: { updated_at: at, updated_by: by } }: { setting: Setting }): ReactNode {
  if (at === null)
    return (
      <span>
        <Trans>as shipped</Trans>
      </span>
    )
  return (
    <span>
      {by === null ? (
        <Trans>
          changed <When at={at} look="relative" />
        </Trans>
      ) : (
        <Trans>
          changed by {by} <When at={at} look="relative" />
        </Trans>
      )}
    </span>
  )
}

/** The lines as the dashboard's banner will show them. */
function LinesPreview({ text }: { text: string }) {
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
        // oxlint-disable-next-line react/no-array-index-key -- the same line may occur twice
        lines.map((line, index) => <li key={index}>{line}</li>)
      )}
    </ol>
  )
}

function bound(value: string, unit: 'rupees' | 'percent' | 'hours' | 'count'): string {
  if (unit === 'hours' || unit === 'count') return value
  return unit === 'rupees' ? `₹${groupIndian(value)}` : `${value} %`
}
