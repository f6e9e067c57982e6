import type { Complaint } from '@bittkosh/contract/complaints'
import { changedMeanwhile } from '@bittkosh/contract/decisions'
import { parseDecimal } from '@bittkosh/contract/money'
import type { Refused } from '@bittkosh/contract/refusals'
import { isSettingKey, type SettingKey, settingsTable } from '@bittkosh/contract/settings'
import { isSameSetting, readSettingValue } from '@bittkosh/contract/settingValues'

/** A setting's stored value; undefined if it was never changed. */
export type StoredSetting = { value: string; description: string | null; updatedAt: Date; updatedBy: string | null }

/** One change as it was sent: `field` is the name of the value in its form. */
export type SettingChange = {
  key: string
  value: string | number
  description?: string | null | undefined
  field: string
}
/** The same after reading: what to store, and the previous values. */
export type Change = { key: SettingKey; before: Kept; after: Kept }
type Kept = { value: string; description: string | null }

/**
 * What to store for these changes. Refuses `unknown_setting`, and `setting_out_of_range` with what is wrong with each
 * value, beside its own field: one bad value refuses all changes.
 */
export function judgeChanges(
  wanted: readonly SettingChange[],
  standing: ReadonlyMap<string, StoredSetting>,
): { changes: Change[] } | { refused: Refused<'unknown_setting' | 'setting_out_of_range'> } {
  const complaints: Record<string, Complaint> = {}
  const changes: Change[] = []
  for (const { key, value, description, field } of wanted) {
    if (!isSettingKey(key)) return { refused: { code: 'unknown_setting' } }
    const read = readSettingValue(key, value)
    if ('complaint' in read) {
      complaints[field] = read.complaint
      continue
    }
    const before = { value: valueOf(key, standing), description: standing.get(key)?.description ?? null }
    const shipped = settingsTable[key].description
    const after = { value: read.value, description: newDescription(shipped, before.description, description) }
    changes.push({ key, before, after })
  }
  Object.assign(complaints, crossedBounds(changes, wanted, standing))
  if (Object.keys(complaints).length > 0) return { refused: { code: 'setting_out_of_range', complaints } }
  return { changes }
}

/** Earn would be closed to everybody if its smallest deposit were above its largest: said beside each of the two that changes. */
function crossedBounds(
  changes: readonly Change[],
  wanted: readonly SettingChange[],
  standing: ReadonlyMap<string, StoredSetting>,
): Record<string, Complaint> {
  const bounds = ['flexible_minimum_deposit', 'flexible_maximum_deposit'] as const
  const [least, most] = bounds.map((bound) =>
    parseDecimal(changes.find(({ key }) => key === bound)?.after.value ?? valueOf(bound, standing), 2),
  )
  if (least === undefined || most === undefined || least === null || most === null || least <= most) return {}
  const fields = wanted.filter(({ key }) => bounds.some((bound) => bound === key)).map(({ field }) => field)
  return Object.fromEntries(fields.map((field) => [field, { code: 'maximum_below_minimum' }]))
}

/** Refuses `changed_meanwhile` at the first setting that has changed since it was read, with who changed it and when. */
export function judgePrevious(
  previous: Readonly<Record<string, string | number>>,
  standing: ReadonlyMap<string, StoredSetting>,
  now: Date,
): { unchanged: true } | { refused: Refused<'changed_meanwhile' | 'unknown_setting'> } {
  for (const [key, value] of Object.entries(previous)) {
    if (!isSettingKey(key)) return { refused: { code: 'unknown_setting' } }
    if (isSameSetting(key, value, valueOf(key, standing))) continue
    const stored = standing.get(key)
    const known = stored && changedMeanwhile({ by: stored.updatedBy, changedAt: stored.updatedAt, now })
    return { refused: { ...(known ?? { code: 'changed_meanwhile' }), field: key } }
  }
  return { unchanged: true }
}

/** A setting's value: the stored one, or the default. */
export function valueOf(key: SettingKey, standing: ReadonlyMap<string, StoredSetting>): string {
  return standing.get(key)?.value ?? settingsTable[key].default
}

/** What to store for a sent description: without one the current one stays, an empty one restores the default. */
function newDescription(shipped: string, kept: string | null, sent: string | null | undefined): string | null {
  if (sent === undefined || sent === null) return kept
  return sent === '' || sent === shipped ? null : sent
}
