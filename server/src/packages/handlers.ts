import {
  type BalancePackage,
  createPackage,
  deletePackage,
  exportPackages,
  listAllPackages,
  listPackages as listPackagesCall,
  togglePackage as togglePackageCall,
  updatePackage,
} from '@bittkosh/contract/packages'
import { percentText } from '@bittkosh/contract/money'
import { type Act, demandUnchanged, type ExportColumns, exportList, record } from '../audit/actions.ts'
import { read, type Route, stages, write } from '../platform/http.ts'
import { refuse } from '../platform/refuse.ts'
import {
  dropPackage,
  insertPackage,
  listPackages,
  packageById,
  type PackageRow,
  packagesInOrder,
  present,
  savePackage,
  togglePackage,
} from './queries.ts'

export const routes: Route[] = [
  read(listPackagesCall, (_call, db) => listPackages(db, { activeOnly: true })),

  read(listAllPackages, (_call, db) => listPackages(db, { activeOnly: false })),

  stages(exportPackages, (call) =>
    exportList(call, {
      list: 'packages',
      subject: 'package',
      filter: {},
      rows: packagesInOrder({ activeOnly: false }),
      columns: exportColumns,
    }),
  ),

  write(createPackage, async ({ body, user, at, address }, tx) => {
    const id = await insertPackage(tx, at, body)
    const made = (await packageById(tx, id)) ?? refuse('not_found')
    const act: Act = { admin: user.id, action: 'package created', subject: 'package', subjectId: id, address }
    await record(tx, at, { ...act, after: auditable(made) })
    return made
  }),

  write(updatePackage, async ({ params, body, user, at, address }, tx) => {
    const before = (await packageById(tx, params.id)) ?? refuse('not_found')
    const { previous_updated_at: openedWith, ...form } = body
    await demandUnchanged(tx, at, { subject: 'package', id: before.id, openedWith, updatedAt: before.updated_at })
    await savePackage(tx, at, before.id, form)
    const after = (await packageById(tx, before.id)) ?? refuse('not_found')
    const act: Act = { admin: user.id, action: 'package changed', subject: 'package', subjectId: before.id, address }
    await record(tx, at, { ...act, before: auditable(before), after: auditable(after) })
    return after
  }),

  write(togglePackageCall, async ({ params, user, at, address }, tx) => {
    const before = (await packageById(tx, params.id)) ?? refuse('not_found')
    await togglePackage(tx, at, before.id)
    const action = before.is_active ? 'package deactivated' : 'package activated'
    await record(tx, at, { admin: user.id, action, subject: 'package', subjectId: before.id, address })
    return { ...before, is_active: !before.is_active, updated_at: at }
  }),

  write(deletePackage, async ({ params, user, at, address }, tx) => {
    const before = (await packageById(tx, params.id)) ?? refuse('not_found')
    const bought = before.deposit_requests_count > 0
    await dropPackage(tx, at, { id: before.id, bought })
    const action = bought ? 'package archived' : 'package deleted'
    const act: Act = { admin: user.id, action, subject: 'package', subjectId: before.id, address }
    await record(tx, at, { ...act, before: auditable(before) })
  }),
]

const exportColumns: ExportColumns<PackageRow> = {
  id: (row) => row.id,
  sort_order: (row) => row.sort_order,
  name: (row) => row.name,
  amount: (row) => present(row).amount,
  bonus_percentage: (row) => percentText(present(row).bonus_percentage),
  bonus_amount: (row) => present(row).bonus_amount,
  total_amount: (row) => present(row).total_amount,
  description: (row) => row.description,
  is_active: (row) => row.is_active,
  deposit_requests_count: (row) => row.deposit_requests_count,
  created_at: (row) => row.created_at,
  updated_at: (row) => row.updated_at,
}

function auditable({ name, amount, bonus_percentage, description, is_active, sort_order }: BalancePackage) {
  return { name, amount, bonus_percentage, description, is_active, sort_order }
}
