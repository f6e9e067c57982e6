import { listAudit } from '@bittkosh/contract/audit'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from './failure.ts'
import { useMay } from './may.ts'
import { reading } from './queries.ts'

/**
 * The audit trail of one record, for `<RecordTrail>` of the kit: `<RecordTrail {...useTrail('deposit', 12)} />`. A setting is its
 * own subject and has no number. It is fetched once somebody opens it, or the page does with `isOpen`.
 */
export function useTrail(subject: string, id: number | undefined, { isOpen = false }: { isOpen?: boolean } = {}) {
  const { t } = useLingui()
  const isPermitted = useMay()(listAudit)
  const [isOpened, setOpened] = useState(isOpen)
  const [was, setWas] = useState(isOpen)
  if (was !== isOpen) {
    setWas(isOpen)
    if (isOpen) setOpened(true)
  }
  const list = useQuery({
    ...reading(listAudit, { query: { subject, subject_id: id } }),
    enabled: isOpened && isPermitted,
  })
  const hasMore = list.data !== undefined && list.data.pagination.last_page > 1
  return {
    hidden: !isPermitted,
    isOpen: isOpened,
    onToggle: setOpened,
    entries: list.data?.data,
    rest: hasMore ? { subject, ...(id !== undefined && { id }) } : null,
    failure: list.isError ? failureMessage(list.error, t`Failed to load data`) : null,
    retry: list,
  }
}
