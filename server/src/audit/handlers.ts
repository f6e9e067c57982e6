import type { Db } from '../platform/database.ts'
import * as calls from '@bittkosh/contract/audit'
import { type Answer, type Call, read, type Route, stages } from '../platform/http.ts'
import { paginationOf, sliceOf } from '../platform/lists.ts'
import { type ExportColumns, exportList } from './actions.ts'
import { type AuditFilter, auditPage, countActs, type ExportedAct, exportedActs } from './queries.ts'

export const routes: Route[] = [read(calls.listAudit, listAudit), stages(calls.exportAudit, exportAudit)]

export async function listAudit(
  { query }: Call<typeof calls.listAudit>,
  db: Db,
): Promise<Answer<typeof calls.listAudit>> {
  const filter = filterOf(query)
  const total = await countActs(db, filter)
  const data = await auditPage(db, { ...filter, ...sliceOf(query, { total, search: undefined }) })
  return { data, pagination: paginationOf(query, total) }
}

export async function exportAudit(call: Call<typeof calls.exportAudit>): Promise<Answer<typeof calls.exportAudit>> {
  const filter = filterOf(call.query)
  return exportList(call, {
    list: 'audit',
    subject: 'audit',
    filter,
    rows: exportedActs(filter),
    columns: exportColumns,
  })
}

function filterOf({
  subject,
  subject_id: subjectId,
  admin,
  action,
}: Call<typeof calls.exportAudit>['query']): AuditFilter {
  return { subject, subjectId, admin, action }
}

const exportColumns: ExportColumns<ExportedAct> = {
  id: (act) => act.id,
  at: (act) => act.at,
  admin_id: (act) => act.admin_id,
  admin: (act) => act.admin_name,
  action: (act) => act.action,
  subject: (act) => act.subject,
  subject_id: (act) => act.subject_id,
  address: (act) => act.address,
  reason: (act) => act.reason,
  before: (act) => act.before,
  after: (act) => act.after,
}
