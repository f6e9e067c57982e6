import type { Complaint } from '@bittkosh/contract/complaints'
import { isSettingKey, type Setting, type SettingKey } from '@bittkosh/contract/settings'
import { readSettingValue } from '@bittkosh/contract/settingValues'
import { useLingui as useI18n } from '@lingui/react'
import { Plural, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { complaintMessages } from '../api/failure.ts'
import { useRefusal } from '../api/useRefusal.ts'
import { useTrail } from '../api/useTrail.ts'
import { Button } from '../kit/actions/Button.tsx'
import { focusPart } from '../kit/device/focusPart.ts'
import { useOpened } from '../kit/overlays/useEdited.ts'
import { RecordTrail } from '../kit/lists/Trail.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { ReviewSettings } from './ReviewSettings.tsx'
import { SettingField } from './SettingField.tsx'
import styles from './Settings.module.css'
import { changesOf, keepSettingsDraft, readSettingsDraft, type SettingsDraft, withoutKeys } from './settingsDraft.ts'
import { settingGroups } from './words.ts'

const keysInOrder = settingGroups.flatMap(({ keys }) => keys)

/** All settings with one bar for all changes. What was typed stays until it is saved or discarded. */
export function SettingsForm({ saved }: { saved: readonly Setting[] }) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const [draft, setDraft] = useState(() => readSettingsDraft(saved))
  const part = useRouterState({ select: ({ location }) => location.hash })
  const [isReviewing, open, close] = useOpened<true>()
  const { form, errors, failure, refuse, clear } = useRefusal()
  const trail = useTrail('settings', undefined)
  const changes = changesOf(draft, saved, keysInOrder)
  const changedKeys = changes.map(({ key }) => key)
  const byKey = new Map<string, Setting>(saved.map((setting) => [setting.key, setting]))

  useEffect(() => keepSettingsDraft(changes))
  useEffect(() => void focusPart(part), [part]) // the search of the panel links to one setting

  function type(key: SettingKey, typed: NonNullable<SettingsDraft[SettingKey]>) {
    setDraft((before) => ({ ...before, [key]: typed }))
    clear(key)
  }

  async function review(event: FormEvent) {
    event.preventDefault()
    if (changes.length === 0) return
    const complaints = complaintsOf(changes)
    if (Object.keys(complaints).length === 0) return open(true)
    const sentences = await complaintMessages(complaints, t`Failed to update setting`)
    refuse(sentences, Object.values(sentences)[0] ?? t`Failed to update setting`)
  }

  function forget(keys: readonly string[]) {
    setDraft((before) => withoutKeys(before, keys))
    for (const key of keys) clear(key)
  }

  function discard() {
    setDraft({})
    clear()
  }

  return (
    <>
      <form ref={form} onSubmit={(event) => void review(event)} noValidate className={styles.layout}>
        <nav className={styles.index} aria-label={t`Sections`}>
          {settingGroups.map(({ id, name, keys }) => {
            const count = keys.filter((key) => changedKeys.includes(key)).length
            return (
              <a key={id} href={`#settings-${id}`}>
                {i18n._(name)} {count > 0 && <Chip tone="pending">{count}</Chip>}
              </a>
            )
          })}
        </nav>
        <div className={styles.sections}>
          {settingGroups.map(({ id, name, keys }) => (
            <div key={id} id={`settings-${id}`} className={styles.section}>
              <Card title={i18n._(name)}>
                <div className={styles.settings}>
                  {keys.map((key) => {
                    const setting = byKey.get(key)
                    return (
                      setting && (
                        <SettingField
                          key={key}
                          settingKey={key}
                          setting={setting}
                          typed={draft[key]}
                          isChanged={changedKeys.includes(key)}
                          error={errors[key]}
                          onChange={(typed) => type(key, typed)}
                          onUndo={() => forget([key])}
                        />
                      )
                    )
                  })}
                </div>
              </Card>
            </div>
          ))}
          <RecordTrail {...trail} />
          {changes.length > 0 && (
            <div className={styles.bar} role="region" aria-label={t`Unsaved changes`}>
              <span role="status">
                <Plural value={changes.length} one="# change" other="# changes" />
              </span>
              {failure && <span className={styles.costs}>{failure}</span>}
              <Button variant="secondary" size="dense" onClick={discard}>{t`Discard`}</Button>
              <Button type="submit" size="dense">{t`Review`}</Button>
            </div>
          )}
        </div>
      </form>
      {isReviewing && (
        <ReviewSettings
          changes={changes}
          changesAgainst={(now) => changesOf(draft, now, keysInOrder)}
          onClose={close}
          onRefused={(byField) => {
            close()
            refuse(byField, Object.values(byField)[0] ?? t`Failed to update setting`)
          }}
          onSaved={(keys) => {
            close()
            // What was typed since stays: the review may have been closed while it was being saved.
            setDraft((now) =>
              withoutKeys(
                now,
                keys.filter((key) => isSettingKey(key) && now[key] === draft[key]),
              ),
            )
          }}
        />
      )}
    </>
  )
}

function complaintsOf(changes: ReturnType<typeof changesOf>): Record<string, Complaint> {
  return Object.fromEntries(
    changes.flatMap(({ key, after }) => {
      const read = readSettingValue(key, after)
      return 'complaint' in read ? [[key, read.complaint]] : []
    }),
  )
}
