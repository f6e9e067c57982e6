import { listAudit } from '@bittkosh/contract/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'

export type AuditSearch = {
  page?: number
  subject?: string
  id?: number
  admin?: number
  action?: string
  from?: string
  to?: string
}

export function useAudit({ id, ...search }: AuditSearch) {
  return useQuery({
    ...reading(listAudit, { query: { ...search, subject_id: id } }),
    placeholderData: keepPreviousData,
  })
}
