import type { Complaint } from '@bittkosh/contract/complaints'
import { changedMeanwhile } from '@bittkosh/contract/decisions'
import type { Refused } from '@bittkosh/contract/refusals'
import { isSettingKey, type SettingKey, settingsTable } from '@bittkosh/contract/settings'
import { isSameSetting, readSettingValue } from '@bittkosh/contract/settingValues'

/** A setting as it stands; undefined where it was never changed. */
export type Standing = { value: string; description: string | null; updatedAt: Date; updatedBy: string | null }

/** One change as it was sent: `field` is what its form calls the value. */
export type Wanted = { key: string; value: string | number; description?: string | null | undefined; field: string }
/** The same, read: what to store, and what stood there. */
export type Change = { key: SettingKey; before: Kept; after: Kept }
type Kept = { value: string; description: string | null }

/**
 * What to store for these changes. Refuses `unknown_setting`, and `setting_out_of_range` with what is wrong with each value,
 * each beside its own field: one bad value refuses all.
 */
export function judgeChanges(
  wanted: readonly Wanted[],
  standing: ReadonlyMap<string, Standing>,
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
  if (Object.keys(complaints).length > 0) return { refused: { code: 'setting_out_of_range', complaints } }
  return { changes }
}

/** Refuses `changed_meanwhile`, at the first setting that is another by now than it was, with who changed it and when. */
export function judgePrevious(
  previous: Readonly<Record<string, string | number>>,
  standing: ReadonlyMap<string, Standing>,
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

/** A setting's value: what is stored, or what the program ships with. */
export function valueOf(key: SettingKey, standing: ReadonlyMap<string, Standing>): string {
  return standing.get(key)?.value ?? settingsTable[key].default
}

/** What to keep of a sent description: none sent keeps what stands there, an empty one goes back to the shipped one. */
function newDescription(shipped: string, kept: string | null, sent: string | null | undefined): string | null {
  if (sent === undefined || sent === null) return kept
  return sent === '' || sent === shipped ? null : sent
}
