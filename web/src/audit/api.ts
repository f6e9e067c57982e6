import { listAudit } from '@bittkosh/contract/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'

export type AuditSearch = { page?: number; subject?: string; id?: number; admin?: number; action?: string }

export function useAudit({ page, subject, id, admin, action }: AuditSearch) {
  return useQuery({
    ...reading(listAudit, { query: { page, subject, subject_id: id, admin, action } }),
    placeholderData: keepPreviousData,
  })
}
