import {
  type AdminWithdrawal,
  listWithdrawals,
  payeeLine,
  payeeOfWithdrawal,
  type WithdrawalStatus,
  withdrawalSorts,
  withdrawalStatuses,
} from '@bittkosh/contract/withdrawals'
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
import { When } from '../kit/When.tsx'
import { ApproveWithdrawal } from './ApproveWithdrawal.tsx'
import { RejectWithdrawal } from './RejectWithdrawal.tsx'
import { useTypeLabels } from './typeLabels.ts'
import { WithdrawalDocument } from './WithdrawalDocument.tsx'

const route = getRouteApi('/admin/withdrawals')

type Deciding = { verdict: 'approve' | 'reject'; withdrawal: AdminWithdrawal; next: number | null }

export default function AdminWithdrawalsPage() {
  const { t } = useLingui()
  const typeLabels = useTypeLabels()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const status = withdrawalStatuses.find((one) => one === search.status) ?? 'pending'
  const sort = withdrawalSorts.find((one) => one === search.sort)
  const query = { status, sort, search: search.search, page: search.page, per_page: 50 }
  const list = useQuery({ ...reading(listWithdrawals, { query }), placeholderData: keepPreviousData })
  const rows = list.data?.data ?? []
  const counts = list.data?.counts
  const change = (next: SearchChange<typeof search>) =>
    void navigate({ search: (before) => changedSearch(before, next), replace: true })

  const columns: Column<AdminWithdrawal>[] = [
    { key: 'user', header: t`User`, onCard: 'title', cell: (row) => row.user.name },
    { key: 'type', header: t`Method`, cell: (row) => typeLabels[row.type] },
    {
      key: 'to',
      header: t`To`,
      cell: (row) => (
        <span>
          {payeeLine(payeeOfWithdrawal(row))}{' '}
          {row.flags.includes('used_elsewhere') && <Chip tone="loss">{t`seen before`}</Chip>}
        </span>
      ),
    },
    { key: 'amount', header: t`Asked`, align: 'end', cell: (row) => <Money amount={row.amount} /> },
    {
      key: 'when',
      header: status === 'pending' ? t`Waiting` : t`Requested`,
      align: 'end',
      cell: (row) => <When at={row.created_at} look={status === 'pending' ? 'relative' : 'date'} />,
    },
  ]

  function decide(verdict: Deciding['verdict']) {
    return (withdrawal: AdminWithdrawal) => {
      const at = rows.indexOf(withdrawal)
      setDeciding({ verdict, withdrawal, next: (rows[at + 1] ?? rows[at - 1])?.id ?? null })
    }
  }

  function decided() {
    if (deciding) change({ id: deciding.next ?? undefined })
    setDeciding(null)
  }

  return (
    <Page title={t`Withdrawal Management`} width="admin">
      <ReviewQueue<AdminWithdrawal, WithdrawalStatus>
        caption={t`Withdrawals`}
        tabs={{
          label: t`Withdrawals by status`,
          selected: status,
          onSelect: (next) => change({ status: next, page: undefined, id: undefined }),
          of: [
            { id: 'pending', label: t`Pending`, count: counts?.pending },
            { id: 'approved', label: t`Approved`, count: counts?.approved },
            { id: 'rejected', label: t`Rejected`, count: counts?.rejected },
            { id: 'cancelled', label: t`Cancelled`, count: counts?.cancelled },
          ],
        }}
        search={{
          label: t`Name, e-mail, phone, payee, reference or #number`,
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
          <WithdrawalDocument
            withdrawal={row}
            onApprove={() => decide('approve')(row)}
            onReject={() => decide('reject')(row)}
          />
        )}
        instead={
          list.isPending ? (
            <SkeletonRows rows={6} height={44} />
          ) : list.isError && !list.data ? (
            <FailedState
              message={failureMessage(list.error, t`Failed to load withdrawals`)}
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
        <ApproveWithdrawal withdrawal={deciding.withdrawal} onClose={() => setDeciding(null)} onDone={decided} />
      )}
      {deciding?.verdict === 'reject' && (
        <RejectWithdrawal withdrawal={deciding.withdrawal} onClose={() => setDeciding(null)} onDone={decided} />
      )}
    </Page>
  )
}

function NothingHere({ isSearching, isPending }: { isSearching: boolean; isPending: boolean }) {
  const { t } = useLingui()
  if (isSearching) return <EmptyState title={t`No withdrawal fits this search`} />
  return isPending ? (
    <EmptyState
      icon={<CircleCheck size={24} aria-hidden />}
      title={t`All Caught Up!`}
    >{t`No pending withdrawals`}</EmptyState>
  ) : (
    <EmptyState title={t`No withdrawals here yet`} />
  )
}
