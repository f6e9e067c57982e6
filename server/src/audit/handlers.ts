import { listAudit } from '@bittkosh/contract/audit'
import { read, type Route } from '../platform/http.ts'
import { auditPage } from './queries.ts'

export const routes: Route[] = [
  read(listAudit, async ({ query }, db) => {
    const { page, per_page: perPage } = query
    const filter = { subject: query.subject, subjectId: query.subject_id, admin: query.admin, action: query.action }
    const { data, total } = await auditPage(db, filter, { page, perPage })
    return {
      data,
      pagination: { current_page: page, last_page: Math.max(1, Math.ceil(total / perPage)), total },
    }
  }),
]
