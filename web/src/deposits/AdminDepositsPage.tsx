import {
  type AdminDeposit,
  decideDeposit,
  exportDeposits,
  largestApproval,
  listDeposits,
} from '@bittkosh/contract/deposits'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { useQueue } from '../api/queries.ts'
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
import { type ApprovalDraft, approvalProblem, keepTyped, readTyped } from './approvalDraft.ts'
import styles from './DepositDocument.module.css'

const DepositDocument = fetched(() => import('./DepositDocument.tsx'))
const ApproveDeposit = fetched(() => import('./ApproveDeposit.tsx'))
const RejectDeposit = fetched(() => import('./RejectDeposit.tsx'))
const ReverseDeposit = fetched(() => import('./ReverseDeposit.tsx'))

const route = getRouteApi('/admin/deposits')

export default function AdminDepositsPage() {
  const { t } = useLingui()
  const may = useMay()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [drafts, setDrafts] = useState<Readonly<Record<number, ApprovalDraft>>>({})
  const [tried, setTried] = useState<{ id: number } | null>(null)
  const filter = filterOf('deposit', search)
  const query = { ...filter, page: search.page, per_page: 50 }
  const list = useQueue(listDeposits, { query })
  const files = useExport({
    endpoint: exportDeposits,
    query: filter,
    name: 'deposits',
    fallback: t`Failed to load deposits`,
  })
  const draftOf = (deposit: AdminDeposit) => drafts[deposit.id] ?? readTyped(deposit)
  const largestOf = (deposit: AdminDeposit) =>
    list.data ? largestApproval(deposit.requested_amount, list.data.excess_percentage) : null

  const typeLabels = { upi: t`UPI`, bank: t`Bank`, crypto: t`USDT` }
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
    { key: 'method', header: t`Method`, whole: true, cell: (row) => typeLabels[row.payee.type] },
    {
      key: 'reference',
      header: t`Reference`,
      cell: (row) => (
        <>
          <span className={styles.short}>{shortReference(row.transaction_id)}</span>{' '}
          {row.seen_before.length > 0 && <Chip tone="loss">{t`seen before`}</Chip>}
        </>
      ),
    },
    {
      key: 'amount',
      header: t`Asked`,
      align: 'end',
      cell: (row) => (
        <>
          <Money amount={row.requested_amount} />
          {row.approved_amount !== null && row.approved_amount !== row.requested_amount && (
            <span className={styles.approved}>
              {t`Approved:`} <Money amount={row.approved_amount} />
            </span>
          )}
        </>
      ),
    },
  ]

  return (
    <Page title={t`Deposit Management`} width="admin">
      <RequestQueue
        kind="deposit"
        caption={t`Deposits`}
        search={search}
        onSearch={(change, isStep) => void navigate(queueStep(change, isStep))}
        isCut={list.data?.is_cut}
        searchLabel={t`Name, e-mail, phone, transaction ID or #number`}
        tabs={{ label: t`Deposits by status`, counts: list.data?.counts }}
        tools={<ExportButtons {...files} />}
        columns={columns}
        list={list}
        failure={failureMessage(list.error, t`Failed to load deposits`)}
        empty={{
          waiting: t`No pending deposits`,
          past: t`No deposits here yet`,
          search: t`No deposits match this search`,
        }}
        rowKey={(row) => row.id}
        stateOf={(row) => row.status}
        askedAt={(row) => row.created_at}
        document={(row, acts) => (
          <Suspense fallback={<SkeletonRows rows={6} height={48} />}>
            <DepositDocument
              deposit={row}
              draft={draftOf(row)}
              onDraft={(draft) => {
                keepTyped(row, draft)
                setDrafts((before) => ({ ...before, [row.id]: draft }))
              }}
              tried={tried}
              largest={largestOf(row)}
              problem={tried?.id === row.id ? approvalProblem(row, draftOf(row), largestOf(row)) : null}
              acts={acts}
            />
          </Suspense>
        )}
        mayApprove={(row) => {
          setTried({ id: row.id })
          return approvalProblem(row, draftOf(row), largestOf(row)) === null
        }}
        mayDecide={may(decideDeposit)}
        confirms={{
          approve: (row, dialog) => (
            <ApproveDeposit deposit={row} typed={draftOf(row)} unusualAbove={list.data?.unusual_above} {...dialog} />
          ),
          reject: (row, dialog) => <RejectDeposit deposit={row} {...dialog} />,
          reverse: (row, dialog) => <ReverseDeposit deposit={row} {...dialog} />,
        }}
      />
    </Page>
  )
}

/** A transaction hash would fill the table; its two ends identify it. NEFT's 16 characters are shown in full. */
function shortReference(reference: string): string {
  return reference.length > 16 ? `${reference.slice(0, 8)}…${reference.slice(-6)}` : reference
}
