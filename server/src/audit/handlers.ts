import * as calls from '@bittkosh/contract/audit'
import { type AuditEntry, loggedFields } from '@bittkosh/contract/audit'
import type { Language } from '@bittkosh/contract/language'
import { isPermitted } from '@bittkosh/contract/permissions'
import { isReason, reasonText } from '@bittkosh/contract/words/reasons'
import * as z from 'zod/mini'
import type { Db } from '../platform/database/database.ts'
import { type Answer, type Call, read, type Route, writeInStages } from '../platform/http/http.ts'
import type { Member } from '../platform/identity/sessions.ts'
import { paginationOf, sliceOf } from '../platform/lists.ts'
import { type ExportColumns, exportList } from './actions.ts'
import { type AuditFilter, auditPage, auditPageAfter, countActs, type ExportedAct, exportedActs } from './queries.ts'

export const routes: Route[] = [read(calls.listAudit, listAudit), writeInStages(calls.exportAudit, exportAudit)]

export async function listAudit(
  { query, user, language }: Call<typeof calls.listAudit>,
  db: Db,
): Promise<Answer<typeof calls.listAudit>> {
  const { page: _, per_page: __, ...narrowing } = query
  const filter = filterOf(narrowing)
  const total = await countActs(db, filter)
  const slice = sliceOf(query, { total, search: undefined })
  const isWhole = Object.values(filter).every((value) => !value)
  const before = slice.backwards ? slice.offset : Math.max(0, total - slice.offset - slice.limit)
  const entries = isWhole
    ? await auditPageAfter(db, { before, limit: Math.min(slice.limit, total - before) })
    : await auditPage(db, { ...filter, ...slice })
  return {
    data: entries.map((entry) => serialize(entry, { viewer: user, language })),
    pagination: paginationOf(query, total),
  }
}

export async function exportAudit(call: Call<typeof calls.exportAudit>): Promise<Answer<typeof calls.exportAudit>> {
  const { format: _, ...narrowing } = call.query
  const filter = filterOf(narrowing)
  return exportList(call, {
    list: 'audit',
    subject: 'audit',
    filter,
    rows: exportedActs(filter),
    columns: exportColumns,
  })
}

/**
 * The usual reason of a rejection is stored by its code among the changes, and shown as the reason. ID numbers, although
 * masked, are only for admins who may see identity documents.
 */
function serialize(entry: AuditEntry, { viewer, language }: { viewer: Member; language: Language }): AuditEntry {
  const shown = isPermitted(viewer.roles, 'kyc.read')
    ? entry
    : { ...entry, before: withoutIdNumber(entry.before), after: withoutIdNumber(entry.after) }
  if (entry.action === 'audit erased')
    return { ...entry, after: { rows: Object.keys(Object(entry.after?.['digests'])).length } }
  const { rejection_preset: preset, ...after } = shown.after ?? {}
  if (!isReason(preset)) return shown
  return { ...shown, after, reason: reasonText(language, { preset, note: entry.reason }) }
}

function withoutIdNumber(fields: AuditEntry['before']): AuditEntry['before'] {
  if (fields === null) return null
  const { id_number: _, ...others } = fields
  return others
}

function filterOf({
  subject_id: subjectId,
  ...others
}: Omit<Call<typeof calls.exportAudit>['query'], 'format'>): AuditFilter {
  return { ...others, subjectId }
}

const exportColumns: ExportColumns<ExportedAct> = {
  id: (act) => act.id,
  at: (act) => act.at,
  admin_id: (act) => act.admin_id,
  admin: (act) => act.admin_name,
  approved_by: (act) => act.approved_by,
  action: (act) => act.action,
  subject: (act) => act.subject,
  subject_id: (act) => act.subject_id,
  address: (act) => act.address,
  reason: ({ preset, reason: note }, language) => reasonText(language, { preset, note }),
  before: (act) => textOf(act.before),
  after: (act) => textOf(act.after),
}

/** The fields as JSON, as a call returns them. */
function textOf(fields: AuditEntry['before']): string | null {
  return fields && JSON.stringify(z.encode(loggedFields, fields))
}
