/** What admins did, and to what: the trail of every record. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, page, pagination, pathId, perPage, text } from './shapes.ts'

const fields = z.nullable(z.record(z.string(), z.unknown()))

const auditEntry = z.object({
  id,
  at: instant,
  /** Null where the program itself acted. */
  admin: z.nullable(z.object({ id, name: z.string() })),
  action: z.string(),
  subject: z.string(),
  subject_id: z.nullable(id),
  address: z.nullable(z.string()),
  /** What changed, before and after; money as paise in text. */
  before: fields,
  after: fields,
  reason: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof auditEntry>

const filterText = z.optional(text({ max: 100, min: 0 }))

const filter = {
  /** Kind and id of the record: deposit, 12. A setting is its own kind, by its key. */
  subject: filterText,
  subject_id: z.optional(pathId),
  /** The admin's id. */
  admin: z.optional(pathId),
  /** The beginning of the action: 'deposit' finds 'deposit approved'. */
  action: filterText,
}

export const exportAudit = endpoint({
  method: 'GET',
  path: '/audit/export',
  who: 'admin',
  limit: 'statement',
  summary: 'The entries of a filter as CSV, without ID numbers; logged',
  query: z.strictObject(filter),
  reply: 'file',
})

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  who: 'admin',
  summary: 'The audit log, newest first',
  query: z.strictObject({ page, per_page: perPage, ...filter }),
  reply: z.object({ data: z.array(auditEntry), pagination }),
})
