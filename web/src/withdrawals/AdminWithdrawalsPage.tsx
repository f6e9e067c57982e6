import { payeeLine } from '@bittkosh/contract/payees'
import {
  type AdminWithdrawal,
  decideWithdrawal,
  exportWithdrawals,
  listWithdrawals,
  payeeOfWithdrawal,
} from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { useQueue } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { useExport } from '../api/useExport.ts'
import { Chip } from '../kit/page/Chip.tsx'
import { ExportButtons } from '../kit/actions/ExportButtons.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import type { Column } from '../kit/lists/Table.tsx'
import { fetched } from '../requests/fetched.ts'
import { filterOf, queueStep } from '../requests/queueFilter.ts'
import { RequestQueue } from '../requests/RequestQueue.tsx'
import { PaidBy } from './Claim.tsx'
import { useTypeLabels } from './typeLabels.ts'

const WithdrawalDocument = fetched(() => import('./WithdrawalDocument.tsx'))
const ApproveWithdrawal = fetched(() => import('./ApproveWithdrawal.tsx'))
const RejectWithdrawal = fetched(() => import('./RejectWithdrawal.tsx'))
const ReturnWithdrawal = fetched(() => import('./ReturnWithdrawal.tsx'))

const route = getRouteApi('/admin/withdrawals')

export default function AdminWithdrawalsPage() {
  const { t } = useLingui()
  const typeLabels = useTypeLabels()
  const me = useSession()?.user.id
  const may = useMay()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf('withdrawal', search)
  const query = { ...filter, page: search.page, per_page: 50 }
  const list = useQueue(listWithdrawals, { query })
  const files = useExport({
    endpoint: exportWithdrawals,
    query: filter,
    name: 'withdrawals',
    fallback: t`Failed to load withdrawals`,
  })

  const columns: Column<AdminWithdrawal>[] = [
    { key: 'user', header: t`User`, onCard: 'title', cell: (row) => row.user.name },
    { key: 'type', header: t`Method`, whole: true, cell: (row) => typeLabels[row.type] },
    {
      key: 'to',
      header: t`To`,
      cell: (row) => (
        <span>
          {payeeLine(payeeOfWithdrawal(row))}{' '}
          {row.flags.includes('used_elsewhere') && <Chip tone="loss">{t`seen before`}</Chip>}{' '}
          {row.being_paid && <PaidBy withdrawal={row} />}
        </span>
      ),
    },
    { key: 'amount', header: t`Asked`, align: 'end', cell: (row) => <Money amount={row.amount} /> },
  ]

  return (
    <Page title={t`Withdrawal Management`} width="admin">
      <RequestQueue
        kind="withdrawal"
        caption={t`Withdrawals`}
        search={search}
        onSearch={(change, isStep) => void navigate(queueStep(change, isStep))}
        isCut={list.data?.is_cut}
        searchLabel={t`Name, e-mail, phone, payee, reference or #number`}
        tabs={{ label: t`Withdrawals by status`, counts: list.data?.counts }}
        tools={<ExportButtons {...files} />}
        columns={columns}
        list={list}
        failure={failureMessage(list.error, t`Failed to load withdrawals`)}
        empty={{
          waiting: t`No pending withdrawals`,
          past: t`No withdrawals here yet`,
          search: t`No withdrawals match this search`,
        }}
        rowKey={(row) => row.id}
        stateOf={(row) => row.status}
        askedAt={(row) => row.created_at}
        permits={(act, row) =>
          (act === 'return' || row.claimed_by === null || row.claimed_by.id === me) &&
          !(act === 'reject' && row.open_batch?.is_with_bank)
        }
        document={(row, acts) => (
          <Suspense fallback={<SkeletonRows rows={6} height={48} />}>
            <WithdrawalDocument withdrawal={row} acts={acts} />
          </Suspense>
        )}
        mayDecide={may(decideWithdrawal)}
        confirms={{
          approve: (row, dialog) => (
            <ApproveWithdrawal withdrawal={row} unusualAbove={list.data?.unusual_above} {...dialog} />
          ),
          reject: (row, dialog) => <RejectWithdrawal withdrawal={row} {...dialog} />,
          return: (row, dialog) => <ReturnWithdrawal withdrawal={row} {...dialog} />,
        }}
      />
    </Page>
  )
}
