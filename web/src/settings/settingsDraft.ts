/** The settings that an admin has changed and not saved yet. */
import { isSettingKey, type Setting, type SettingKey, settingsTable } from '@bittkosh/contract/settings'
import { isSameSetting } from '@bittkosh/contract/settingValues'
import { keepDraft, readDraft } from '../api/draft.ts'

/** By key, only what was changed. */
export type SettingsDraft = Partial<Record<SettingKey, { value?: string; description?: string }>>

/** One setting before and after; a description only if another one was typed. */
export type SettingChange = {
  key: SettingKey
  before: string
  after: string
  description?: { before: string; after: string }
}

/** The part of the draft that differs from the saved settings, in the order of `keys`. */
export function changesOf(
  draft: SettingsDraft,
  saved: readonly Setting[],
  keys: readonly SettingKey[],
): SettingChange[] {
  const byKey = new Map(saved.map((setting) => [setting.key, setting]))
  return keys.flatMap((key) => {
    const setting = byKey.get(key)
    const typed = draft[key]
    if (!setting || !typed) return []
    const before = String(setting.value)
    const after = typed.value ?? before
    const description = typed.description?.trim()
    const isDescribed =
      description !== undefined && (description || settingsTable[key].description) !== setting.description
    if (isSameSetting(key, before, after) && !isDescribed) return []
    return [
      { key, before, after, ...(isDescribed && { description: { before: setting.description, after: description } }) },
    ]
  })
}

/** The draft without what was saved. */
export function withoutKeys(draft: SettingsDraft, keys: readonly string[]): SettingsDraft {
  return Object.fromEntries(Object.entries(draft).filter(([key]) => !keys.includes(key) && isSettingKey(key)))
}

// As one text, because a form's draft has the same fields each time.
const name = 'settings'
const pristine = { changes: '[]' }

/**
 * What was typed and not saved before the page was closed or the session ended; without the settings that somebody else has saved
 * since.
 */
export function readSettingsDraft(saved: readonly Setting[]): SettingsDraft {
  const changes: SettingChange[] = JSON.parse(readDraft(name, pristine).values.changes ?? pristine.changes)
  const valueOf = new Map<string, string>(saved.map(({ key, value }) => [key, String(value)]))
  return Object.fromEntries(
    changes
      .filter(({ key, before }) => valueOf.get(key) === before)
      .map(({ key, before, after, description }) => [
        key,
        { ...(after !== before && { value: after }), ...(description && { description: description.after }) },
      ]),
  )
}

export function keepSettingsDraft(changes: readonly SettingChange[]): void {
  keepDraft(name, { pristine, values: { changes: JSON.stringify(changes) } })
}
