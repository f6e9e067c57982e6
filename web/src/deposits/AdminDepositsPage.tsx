import {
  type AdminDeposit,
  type DepositStatus,
  depositSorts,
  depositStatuses,
  listDeposits,
} from '@bittkosh/contract/deposits'
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
import { Money } from '../kit/Money.tsx'
import { Page } from '../kit/Page.tsx'
import { ReviewQueue } from '../kit/ReviewQueue.tsx'
import { Select } from '../kit/Select.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import type { Column } from '../kit/Table.tsx'
import { Waited, When } from '../kit/When.tsx'
import { type ApprovalDraft, approvalProblem, freshDraft } from './approvalDraft.ts'
import { ApproveDeposit } from './ApproveDeposit.tsx'
import { DepositDocument } from './DepositDocument.tsx'
import { RejectDeposit } from './RejectDeposit.tsx'

const route = getRouteApi('/admin/deposits')
const refetchMs = 30_000 // new requests appear while the page stands open

type Deciding = { verdict: 'approve' | 'reject'; deposit: AdminDeposit; next: number | null }

export default function AdminDepositsPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const [drafts, setDrafts] = useState<Readonly<Record<number, ApprovalDraft>>>({})
  const [tried, setTried] = useState<number | null>(null)
  const status = depositStatuses.find((one) => one === search.status) ?? 'pending'
  const sort = depositSorts.find((one) => one === search.sort)
  const query = { status, sort, search: search.search, page: search.page, per_page: 50 }
  const list = useQuery({
    ...reading(listDeposits, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })
  const rows = list.data?.data ?? []
  const counts = list.data?.counts
  const change = (next: SearchChange<typeof search>) =>
    void navigate({ search: (before) => changedSearch(before, next), replace: true })
  const draftOf = (deposit: AdminDeposit) => drafts[deposit.id] ?? freshDraft(deposit)

  const columns: Column<AdminDeposit>[] = [
    {
      key: 'user',
      header: t`User`,
      onCard: 'title',
      cell: (row) => (
        <>
          {row.user.name} {row.package && <Chip tone="info">{row.package.name}</Chip>}
        </>
      ),
    },
    { key: 'method', header: t`Method`, cell: (row) => row.method.name },
    {
      key: 'reference',
      header: t`Reference`,
      cell: (row) => (
        <>
          {shortReference(row.transaction_id)} {row.seen_before.length > 0 && <Chip tone="loss">{t`seen before`}</Chip>}
        </>
      ),
    },
    {
      key: 'amount',
      header: status === 'approved' ? t`Approved` : t`Asked`,
      align: 'end',
      cell: (row) => <Money amount={row.approved_amount ?? row.requested_amount} />,
    },
    {
      key: 'when',
      header: status === 'pending' ? t`Waiting` : t`Requested`,
      align: 'end',
      cell: (row) =>
        status === 'pending' ? <Waited since={row.created_at} /> : <When at={row.created_at} look="date" />,
    },
  ]

  function decide(verdict: Deciding['verdict']) {
    return (deposit: AdminDeposit) => {
      if (verdict === 'approve') {
        setTried(deposit.id)
        if (approvalProblem(deposit, draftOf(deposit))) return
      }
      const at = rows.findIndex(({ id }) => id === deposit.id)
      setDeciding({ verdict, deposit, next: (rows[at + 1] ?? rows[at - 1])?.id ?? null })
    }
  }

  function decided() {
    if (deciding) change({ id: deciding.next ?? undefined })
    setDeciding(null)
  }

  return (
    <Page title={t`Deposit Management`} width="admin">
      <ReviewQueue<AdminDeposit, DepositStatus>
        caption={t`Deposits`}
        tabs={{
          label: t`Deposits by status`,
          selected: status,
          onSelect: (next) => change({ status: next, page: undefined, id: undefined }),
          of: [
            { id: 'pending', label: t`Pending`, count: counts?.pending },
            { id: 'approved', label: t`Approved`, count: counts?.approved },
            { id: 'rejected', label: t`Rejected`, count: counts?.rejected },
          ],
        }}
        search={{
          label: t`Name, e-mail, phone, transaction ID or #number`,
          value: search.search ?? '',
          onChange: (text) => change({ search: text || undefined, page: undefined }),
        }}
        tools={
          <div>
            <Select
              dense
              aria-label={t`Order`}
              value={sort ?? (status === 'pending' ? 'oldest' : 'newest')}
              onChange={(next) => change({ sort: next })}
              options={[
                { value: 'oldest', label: t`Oldest first` },
                { value: 'newest', label: t`Newest first` },
                { value: 'amount', label: t`Largest first` },
              ]}
            />
          </div>
        }
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        openKey={search.id ?? null}
        onOpen={(id) => change({ id: id ?? undefined })}
        document={(row) => (
          <DepositDocument
            deposit={row}
            draft={draftOf(row)}
            onDraft={(draft) => setDrafts((before) => ({ ...before, [row.id]: draft }))}
            problem={tried === row.id ? approvalProblem(row, draftOf(row)) : null}
            onApprove={() => decide('approve')(row)}
            onReject={() => decide('reject')(row)}
          />
        )}
        instead={
          list.isPending ? (
            <SkeletonRows rows={6} height={44} />
          ) : !list.data ? (
            <FailedState
              message={failureMessage(list.error, t`Failed to load deposits`)}
              running={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          ) : rows.length === 0 ? (
            <NothingHere isSearching={Boolean(search.search)} isPending={status === 'pending'} />
          ) : undefined
        }
        pages={{
          page: list.data?.pagination.current_page ?? 1,
          lastPage: list.data?.pagination.last_page ?? 1,
          onPage: (page) => change({ page, id: undefined }),
        }}
        canDecide={(row) => row.status === 'pending'}
        approve={decide('approve')}
        reject={decide('reject')}
      />
      {deciding?.verdict === 'approve' && (
        <ApproveDeposit
          deposit={deciding.deposit}
          draft={draftOf(deciding.deposit)}
          onClose={() => setDeciding(null)}
          onDone={decided}
        />
      )}
      {deciding?.verdict === 'reject' && (
        <RejectDeposit deposit={deciding.deposit} onClose={() => setDeciding(null)} onDone={decided} />
      )}
    </Page>
  )
}

function NothingHere({ isSearching, isPending }: { isSearching: boolean; isPending: boolean }) {
  const { t } = useLingui()
  if (isSearching) return <EmptyState title={t`No deposit fits this search`} />
  return isPending ? (
    <EmptyState
      icon={<CircleCheck size={24} aria-hidden />}
      title={t`All Caught Up!`}
    >{t`No pending deposits`}</EmptyState>
  ) : (
    <EmptyState title={t`No deposits here yet`} />
  )
}

/** A transaction hash would fill the table; its two ends tell it apart. */
function shortReference(reference: string): string {
  return reference.length > 24 ? `${reference.slice(0, 8)}…${reference.slice(-6)}` : reference
}
