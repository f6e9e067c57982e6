import { listAudit } from '@bittkosh/contract/audit'
import { read, type Route } from '../platform/http.ts'
import { paginationOf, rowsOf } from '../platform/lists.ts'
import { auditPage } from './queries.ts'

export const routes: Route[] = [
  read(listAudit, async ({ query }, db) => {
    const filter = { subject: query.subject, subjectId: query.subject_id, admin: query.admin, action: query.action }
    const { data, total } = await auditPage(db, filter, rowsOf(query))
    return { data, pagination: paginationOf(query, total) }
  }),
]
