import { type KycRequest, listPendingKyc } from '@bittkosh/contract/kyc'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { changedSearch, type SearchChange } from '../kit/addressSearch.ts'
import { Chip } from '../kit/Chip.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { FailedState } from '../kit/FailedState.tsx'
import { Page } from '../kit/Page.tsx'
import { ReviewQueue } from '../kit/ReviewQueue.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import type { Column } from '../kit/Table.tsx'
import { When } from '../kit/When.tsx'
import { ApproveKyc } from './ApproveKyc.tsx'
import { useIdTypeNames } from './idTypeNames.ts'
import { KycDocument } from './KycDocument.tsx'
import { RejectKyc } from './RejectKyc.tsx'

const route = getRouteApi('/admin/kyc')

type Deciding = { verdict: 'approve' | 'reject'; request: KycRequest; next: number | null }

export default function AdminKycPage() {
  const { t } = useLingui()
  const names = useIdTypeNames()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const query = { search: search.search, page: search.page, per_page: 50 }
  const list = useQuery({ ...reading(listPendingKyc, { query }), placeholderData: keepPreviousData })
  const rows = list.data?.data ?? []
  const change = (next: SearchChange<typeof search>) =>
    void navigate({ search: (before) => changedSearch(before, next), replace: true })

  const columns: Column<KycRequest>[] = [
    { key: 'user', header: t`User`, onCard: 'title', cell: (row) => row.name },
    {
      key: 'document',
      header: t`Document`,
      cell: (row) => (
        <span>
          {row.pending_ids[0] && names[row.pending_ids[0].type]}{' '}
          {row.pending_ids.some((id) => id.flags.includes('seen_before')) && <Chip tone="loss">{t`seen before`}</Chip>}
        </span>
      ),
    },
    { key: 'number', header: t`ID number`, cell: (row) => row.pending_ids[0]?.id_number },
    {
      key: 'when',
      header: t`Waiting`,
      align: 'end',
      cell: (row) => row.pending_ids[0] && <When at={row.pending_ids[0].submitted_at} look="relative" />,
    },
  ]

  function decide(verdict: Deciding['verdict']) {
    return (request: KycRequest) => {
      const at = rows.indexOf(request)
      setDeciding({ verdict, request, next: (rows[at + 1] ?? rows[at - 1])?.kyc_id ?? null })
    }
  }

  function decided() {
    if (deciding) change({ id: deciding.next ?? undefined })
    setDeciding(null)
  }

  return (
    <Page
      title={t`KYC Verification`}
      width="admin"
      action={
        list.data && list.data.total_pending > 0 && <Chip tone="pending">{t`Pending ${list.data.total_pending}`}</Chip>
      }
    >
      <ReviewQueue<KycRequest, 'pending'>
        caption={t`Documents waiting for a decision`}
        search={{
          label: t`Name, e-mail or phone`,
          value: search.search ?? '',
          onChange: (text) => change({ search: text || undefined, page: undefined }),
        }}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.kyc_id}
        openKey={search.id ?? null}
        onOpen={(id) => change({ id: id ?? undefined })}
        document={(row) => (
          <KycDocument request={row} onApprove={() => decide('approve')(row)} onReject={() => decide('reject')(row)} />
        )}
        instead={
          list.isPending ? (
            <SkeletonRows rows={6} height={44} />
          ) : list.isError && !list.data ? (
            <FailedState
              message={failureMessage(list.error, t`Failed to load KYC requests`)}
              running={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          ) : rows.length === 0 ? (
            search.search ? (
              <EmptyState title={t`No request fits this search`} />
            ) : (
              <EmptyState icon={<CircleCheck size={24} aria-hidden />} title={t`All Caught Up!`}>
                {t`No pending KYC verifications`}
              </EmptyState>
            )
          ) : undefined
        }
        pages={{
          page: list.data?.pagination.current_page ?? 1,
          lastPage: list.data?.pagination.last_page ?? 1,
          onPage: (page) => change({ page, id: undefined }),
        }}
        approve={decide('approve')}
        reject={decide('reject')}
      />
      {deciding?.verdict === 'approve' && (
        <ApproveKyc request={deciding.request} onClose={() => setDeciding(null)} onDone={decided} />
      )}
      {deciding?.verdict === 'reject' && (
        <RejectKyc request={deciding.request} onClose={() => setDeciding(null)} onDone={decided} />
      )}
    </Page>
  )
}
