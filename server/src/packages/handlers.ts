import * as calls from '@bittkosh/contract/packages'
import type { AdminPackage } from '@bittkosh/contract/packages'
import { type Paise, percentText } from '@bittkosh/contract/money'
import { readIn } from '@bittkosh/contract/twins'
import { requireUnchanged, type ExportColumns, exportList, record } from '../audit/actions.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, writeInStages, type TxOf, write } from '../platform/http/http.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import { holdSettings } from '../platform/settings.ts'
import {
  dropPackage,
  insertPackage,
  selectPackages,
  packageById,
  type PackageRow,
  packagesInOrder,
  serialize,
  savePackage,
  flipActive,
} from './queries.ts'
import { judgeTerms } from './rules.ts'

export const routes: Route[] = [
  read(calls.listPackages, listPackages),
  read(calls.listAllPackages, listAllPackages),
  writeInStages(calls.exportPackages, exportPackages),
  write(calls.createPackage, createPackage),
  write(calls.updatePackage, updatePackage),
  write(calls.togglePackage, togglePackage),
  write(calls.deletePackage, deletePackage),
]

export async function listPackages(
  { language }: Call<typeof calls.listPackages>,
  db: Db,
): Promise<Answer<typeof calls.listPackages>> {
  const packages = await selectPackages(db, { activeOnly: true })
  return packages.map((offer) => readIn(language, offer, ['name', 'description']))
}

export async function listAllPackages(
  _call: Call<typeof calls.listAllPackages>,
  db: Db,
): Promise<Answer<typeof calls.listAllPackages>> {
  return selectPackages(db, { activeOnly: false })
}

export async function exportPackages(
  call: Call<typeof calls.exportPackages>,
): Promise<Answer<typeof calls.exportPackages>> {
  return exportList(call, {
    list: 'packages',
    subject: 'package',
    filter: {},
    rows: packagesInOrder({ activeOnly: false }),
    columns: exportColumns,
  })
}

export async function createPackage(
  call: Call<typeof calls.createPackage>,
  tx: TxOf<typeof calls.createPackage>,
): Promise<Answer<typeof calls.createPackage>> {
  const { confirm_loss: confirmed, ...form } = call.body
  const loss = await requireConfirmed(tx, form, confirmed)
  const made = await insertPackage(tx, call.at, form)
  const after = { ...auditable(made), ...loss }
  record(tx, call, { action: 'package created', subject: 'package', subjectId: made.id, after })
  return made
}

export async function updatePackage(
  call: Call<typeof calls.updatePackage>,
  tx: TxOf<typeof calls.updatePackage>,
): Promise<Answer<typeof calls.updatePackage>> {
  const { params, body, at } = call
  const before = (await packageById(tx, params.id)) ?? refuse(tx, 'not_found')
  const { previous_updated_at: openedWith, confirm_loss: confirmed, ...form } = body
  await requireUnchanged(tx, at, { subject: 'package', id: before.id, openedWith, updatedAt: before.updated_at })
  const loss = await requireConfirmed(tx, form, confirmed)
  const after = await savePackage(tx, at, before.id, form)
  const changes = { before: auditable(before), after: { ...auditable(after), ...loss } }
  record(tx, call, { action: 'package changed', subject: 'package', subjectId: before.id, ...changes })
  return after
}

export async function togglePackage(
  call: Call<typeof calls.togglePackage>,
  tx: TxOf<typeof calls.togglePackage>,
): Promise<Answer<typeof calls.togglePackage>> {
  const { params, body, at } = call
  const before = (await packageById(tx, params.id)) ?? refuse(tx, 'not_found')
  if (body.is_active === before.is_active) return before // another admin was faster, or the first reply was lost
  const { previous_updated_at: openedWith, confirm_loss: confirmed } = body
  await requireUnchanged(tx, at, { subject: 'package', id: before.id, openedWith, updatedAt: before.updated_at })
  const loss = before.is_active ? {} : await requireConfirmed(tx, before, confirmed)
  await flipActive(tx, at, before.id)
  const action = before.is_active ? 'package deactivated' : 'package activated'
  const changes = { before: { is_active: before.is_active }, after: { is_active: !before.is_active, ...loss } }
  record(tx, call, { action, subject: 'package', subjectId: before.id, ...changes })
  return { ...before, is_active: !before.is_active, updated_at: at }
}

export async function deletePackage(
  call: Call<typeof calls.deletePackage>,
  tx: TxOf<typeof calls.deletePackage>,
): Promise<Answer<typeof calls.deletePackage>> {
  const before = (await packageById(tx, call.params.id)) ?? refuse(tx, 'not_found')
  const action = (await dropPackage(tx, call.at, before.id)) ? 'package archived' : 'package deleted'
  record(tx, call, { action, subject: 'package', subjectId: before.id, before: auditable(before) })
}

/**
 * Refuses an unconfirmed loss at the current fee; returns a confirmed one for the audit log, and so for the second admin of a
 * proposal. The settings are locked, so a concurrent change of the fee waits.
 */
async function requireConfirmed(
  tx: Tx<'loss_unconfirmed'>,
  { amount, bonus_percentage: bonus }: Pick<AdminPackage, 'amount' | 'bonus_percentage'>,
  confirmed: boolean | undefined,
): Promise<{ same_day_gain?: Paise }> {
  const fee = (await holdSettings(tx)).percent('withdrawal_fee_percentage')
  const { gain } = accept(tx, judgeTerms({ amount, bonus, fee, confirmed }))
  return gain === null ? {} : { same_day_gain: gain }
}

const exportColumns: ExportColumns<PackageRow> = {
  id: (row) => row.id,
  sort_order: (row) => row.sort_order,
  name: (row) => row.name,
  amount: (row) => serialize(row).amount,
  bonus_percentage: (row) => percentText(serialize(row).bonus_percentage),
  bonus_amount: (row) => serialize(row).bonus_amount,
  total_amount: (row) => serialize(row).total_amount,
  description: (row) => row.description,
  name_hi: (row) => row.name_hi,
  description_hi: (row) => row.description_hi,
  is_active: (row) => row.is_active,
  deposit_requests_count: (row) => row.deposit_requests_count,
  created_at: (row) => row.created_at,
  updated_at: (row) => row.updated_at,
}

function auditable(offer: AdminPackage) {
  const { name, amount, bonus_percentage, description, name_hi, description_hi, is_active, sort_order } = offer
  return { name, amount, bonus_percentage, description, name_hi, description_hi, is_active, sort_order }
}
