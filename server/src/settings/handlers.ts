import * as calls from '@bittkosh/contract/settings'
import {
  isReadKey,
  isSettingKey,
  type Setting,
  type SettingKey,
  settingsFrom,
  settingsTable,
  settingText,
} from '@bittkosh/contract/settings'
import type { Paise, Ppm } from '@bittkosh/contract/money'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { requireUnchanged, type ExportColumns, exportList, record } from '../audit/actions.ts'
import { offeredPackages } from '../packages/actions.ts'
import { judgeFee } from '../packages/rules.ts'
import { afterCommit, type Db } from '../platform/database/database.ts'
import { requirePermission } from '../platform/http/caller.ts'
import {
  type Answer,
  type Call,
  read,
  type Route,
  writeInStages,
  type TxOf,
  type DbOf,
  write,
} from '../platform/http/http.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import {
  type ExportedSetting,
  exportedSettings,
  lockSettings,
  storedSettings,
  storeSettings,
  sumsOfRates,
} from './queries.ts'
import { type Change, judgeChanges, judgePrevious, type StoredSetting } from './rules.ts'

const AVERAGED_DAYS = 30 // long enough for a month's rhythm, short enough to describe today's platform

export const routes: Route[] = [
  read(calls.getSetting, getSetting),
  read(calls.listSettings, listSettings),
  writeInStages(calls.exportSettings, exportSettings),
  read(calls.settingSums, settingSums),
  write(calls.updateSetting, updateSetting),
  write(calls.updateSettings, updateSettings),
]

export async function getSetting(
  { params, user, language }: Call<typeof calls.getSetting>,
  db: DbOf<typeof calls.getSetting>,
): Promise<Answer<typeof calls.getSetting>> {
  if (!isSettingKey(params.key)) return refuse(db, 'unknown_setting')
  if (!settingsTable[params.key].public && user.role !== 'admin') return refuse(db, 'unknown_setting')
  const stored = await storedSettings(db)
  if (user.role === 'user' && isReadKey(params.key)) {
    const values = new Map([...stored].map(([key, { value }]) => [key, value]))
    return { value: settingText(settingsFrom(values), params.key, language) }
  }
  return { value: serialize(params.key, stored.get(params.key)).value }
}

export async function listSettings(
  _call: Call<typeof calls.listSettings>,
  db: Db,
): Promise<Answer<typeof calls.listSettings>> {
  const stored = await storedSettings(db)
  return Object.keys(settingsTable)
    .filter(isSettingKey)
    .map((key) => serialize(key, stored.get(key)))
}

export async function exportSettings(
  call: Call<typeof calls.exportSettings>,
): Promise<Answer<typeof calls.exportSettings>> {
  return exportList(call, {
    list: 'settings',
    subject: 'settings',
    filter: {},
    rows: exportedSettings(Object.entries(settingsTable).map(([key, shipped]) => ({ key, ...shipped }))),
    columns: exportColumns,
  })
}

export async function settingSums(
  { at }: Call<typeof calls.settingSums>,
  db: Db,
): Promise<Answer<typeof calls.settingSums>> {
  const today = dayOf(at)
  const range = { from: addDays(today, -AVERAGED_DAYS), through: addDays(today, -1), days: AVERAGED_DAYS }
  return { at, days: AVERAGED_DAYS, ...(await sumsOfRates(db, range)) }
}

export async function updateSetting(
  call: Call<typeof calls.updateSetting>,
  tx: TxOf<typeof calls.updateSetting>,
): Promise<Answer<typeof calls.updateSetting>> {
  const { params, body, at } = call
  const { previous_updated_at: openedWith, confirm_loss: confirmed, ...sent } = body
  requirePermitted(call, [params.key])
  const standing = await lockSettings(tx)
  const { changes } = accept(tx, judgeChanges([{ key: params.key, field: 'value', ...sent }], standing))
  const updatedAt = standing.get(params.key)?.updatedAt ?? null
  await requireUnchanged(tx, at, { subject: 'settings', id: null, openedWith, updatedAt })
  const [changed] = await store(call, tx, { changes, confirmed })
  return changed ?? refuse(tx, 'unknown_setting')
}

export async function updateSettings(
  call: Call<typeof calls.updateSettings>,
  tx: TxOf<typeof calls.updateSettings>,
): Promise<Answer<typeof calls.updateSettings>> {
  const { changes: sent, previous, confirm_loss: confirmed } = call.body
  requirePermitted(
    call,
    sent.map(({ key }) => key),
  )
  const standing = await lockSettings(tx)
  const wanted = sent.map((change) => ({ ...change, field: change.key }))
  const { changes } = accept(tx, judgeChanges(wanted, standing))
  accept(tx, judgePrevious(previous, standing, call.at))
  return store(call, tx, { changes, confirmed })
}

/** Each setting has its own permission; an unknown key is refused later. */
function requirePermitted(
  call: Call<typeof calls.updateSetting> | Call<typeof calls.updateSettings>,
  keys: readonly string[],
): void {
  for (const key of keys.filter(isSettingKey)) requirePermission(call, settingsTable[key].permission)
}

/** The common part of both calls for permitted changes: the confirmed loss, one row of the audit log. */
async function store(
  call: Call<typeof calls.updateSetting> | Call<typeof calls.updateSettings>,
  tx: TxOf<typeof calls.updateSettings>,
  { changes, confirmed }: { changes: readonly Change[]; confirmed: boolean | undefined },
): Promise<Setting[]> {
  const { user, at, services } = call
  const loss = await requireConfirmed(tx, changes, confirmed)
  await storeSettings(tx, { changes, at, by: user.id })
  const kept = (side: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [change.key, audited(change, side)]))
  const recorded = { before: kept('before'), after: { ...kept('after'), ...loss } }
  record(tx, call, { action: 'setting changed', subject: 'settings', subjectId: null, ...recorded })
  afterCommit(tx, () => services.settings.forget()) // a reader before that gets the old ones
  return changes.map(({ key, after }) => serialize(key, { ...after, updatedAt: at, updatedBy: user.name }))
}

/** Refuses an unconfirmed loss by a lower withdrawal fee; returns the largest confirmed one for the audit log, as for packages. */
async function requireConfirmed(
  tx: TxOf<typeof calls.updateSettings>,
  changes: readonly Change[],
  confirmed: boolean | undefined,
): Promise<{ same_day_gain?: Paise }> {
  const fee = changes.find(({ key }) => key === 'withdrawal_fee_percentage')
  if (!fee) return {}
  const [from, to] = [feeOf(fee.before.value), feeOf(fee.after.value)]
  const { gain } = accept(tx, judgeFee({ offers: await offeredPackages(tx), from, to, confirmed }))
  return gain === null ? {} : { same_day_gain: gain }
}

function feeOf(value: string): Ppm {
  return settingsFrom(new Map([['withdrawal_fee_percentage', value]])).percent('withdrawal_fee_percentage')
}

/** A value as the audit log records it; with its description if that changed too. */
function audited({ before, after, ...change }: Change, side: 'before' | 'after') {
  const { value, description } = { before, after }[side]
  if (before.description === after.description) return { value }
  return { value, description: description ?? settingsTable[change.key].description }
}

const exportColumns: ExportColumns<ExportedSetting> = {
  key: (setting) => setting.key,
  type: (setting) => setting.type,
  value: (setting) => setting.value,
  is_default: (setting) => setting.is_default,
  description: (setting) => setting.description,
  updated_at: (setting) => setting.updated_at,
  updated_by: (setting) => setting.updated_by,
}

function serialize(key: SettingKey, stored: StoredSetting | undefined): Setting {
  const { type, description, default: fallback } = settingsTable[key]
  const value = stored?.value ?? fallback
  return {
    key,
    value: type === 'number' && value !== '' ? Number(value) : value,
    description: stored?.description ?? description,
    type,
    updated_at: stored?.updatedAt ?? null,
    updated_by: stored?.updatedBy ?? null,
  }
}
