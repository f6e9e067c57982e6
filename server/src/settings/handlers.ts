import * as calls from '@bittkosh/contract/settings'
import { isSettingKey, type Setting, type SettingKey, settingsFrom, settingsTable } from '@bittkosh/contract/settings'
import type { Ppm } from '@bittkosh/contract/money'
import { requireUnchanged, type ExportColumns, exportList, record } from '../audit/actions.ts'
import { offeredPackages } from '../packages/actions.ts'
import { judgeFee } from '../packages/rules.ts'
import type { Db } from '../platform/database/database.ts'
import {
  type Answer,
  type Call,
  requireFreshCode,
  requirePermission,
  read,
  type Route,
  stages,
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
  storeSetting,
  type StoredSetting,
} from './queries.ts'
import { readNewValue } from './rules.ts'

export const routes: Route[] = [
  read(calls.getSetting, getSetting),
  read(calls.listSettings, listSettings),
  stages(calls.exportSettings, exportSettings),
  write(calls.updateSetting, updateSetting),
]

export async function getSetting(
  { params, user }: Call<typeof calls.getSetting>,
  db: DbOf<typeof calls.getSetting>,
): Promise<Answer<typeof calls.getSetting>> {
  if (!isSettingKey(params.key)) return refuse(db, 'unknown_setting')
  if (!settingsTable[params.key].public && user.role !== 'admin') return refuse(db, 'unknown_setting')
  const stored = await storedSettings(db)
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

export async function updateSetting(
  call: Call<typeof calls.updateSetting>,
  tx: TxOf<typeof calls.updateSetting>,
): Promise<Answer<typeof calls.updateSetting>> {
  const { params, body, user, at, address, services } = call
  if (!isSettingKey(params.key)) return refuse(tx, 'unknown_setting')
  requirePermission(call, settingsTable[params.key].permission)
  if (settingsTable[params.key].guarded) requireFreshCode(call)
  const { value } = accept(tx, readNewValue(params.key, body.value))
  const shipped = settingsTable[params.key]
  const before = (await lockSettings(tx)).get(params.key)
  await requireUnchanged(tx, at, {
    subject: params.key,
    id: null,
    openedWith: body.previous_updated_at,
    updatedAt: before?.updatedAt ?? null,
  })
  if (params.key === 'withdrawal_fee_percentage') {
    const from = feeOf(before?.value ?? shipped.default)
    accept(tx, judgeFee({ offers: await offeredPackages(tx), from, to: feeOf(value), confirmed: body.confirm_loss }))
  }
  const description = newDescription(shipped.description, before?.description ?? null, body.description)
  await storeSetting(tx, { key: params.key, value, description, at, by: user.id })
  await record(tx, at, {
    admin: user.id,
    action: 'setting changed',
    subject: params.key,
    subjectId: null,
    address,
    before: { value: before?.value ?? shipped.default, ...describedIf(before?.description ?? null) },
    after: { value, ...describedIf(description) },
  })
  services.settings.forget()
  return serialize(params.key, { value, description, updatedAt: at })
}

function feeOf(value: string): Ppm {
  return settingsFrom(new Map([['withdrawal_fee_percentage', value]])).percent('withdrawal_fee_percentage')
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

/** What to keep of a sent description: none sent keeps what stands there, an empty one goes back to the shipped one. */
function newDescription(shipped: string, kept: string | null, sent: string | null | undefined): string | null {
  if (sent === undefined || sent === null) return kept
  return sent === '' || sent === shipped ? null : sent
}

function describedIf(description: string | null) {
  return description === null ? {} : { description }
}

function serialize(key: SettingKey, stored: StoredSetting | undefined): Setting {
  const { type, description, default: fallback } = settingsTable[key]
  const value = stored?.value ?? fallback
  return {
    key,
    value: type === 'number' ? Number(value) : value,
    description: stored?.description ?? description,
    type,
    updated_at: stored?.updatedAt ?? null,
  }
}
