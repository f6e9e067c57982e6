import { listProposals, type Proposal, proposalStates, type ProposalState } from '@bittkosh/contract/proposals'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { Suspense } from 'react'
import { failureMessage } from '../api/failure.ts'
import { useQueue } from '../api/queries.ts'
import { Tabs } from '../kit/actions/Tabs.tsx'
import { Pagination } from '../kit/lists/Pagination.tsx'
import { useFocusKept } from '../kit/lists/useFocusKept.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { useOpened } from '../kit/overlays/useEdited.ts'
import styles from './Proposals.module.css'
import { DecideProposal } from './DecideProposal.tsx'
import { type Decision, ProposalCard } from './ProposalCard.tsx'

const route = getRouteApi('/admin/proposals')

/** Acts that one admin proposed and another decides, while the four-eyes rule is on. */
export default function AdminProposalsPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [deciding, decide, close] = useOpened<{ proposal: Proposal; how: Decision }>()
  const status = proposalStates.find((state) => state === search.status) ?? 'open'
  const list = useQueue(listProposals, { query: { status, page: search.page, per_page: 20 } })
  const labels: Record<ProposalState, string> = {
    open: t`Open`,
    approved: t`Approved`,
    declined: t`Declined`,
    withdrawn: t({ message: 'Withdrawn', context: 'proposal' }),
    stale: t`No longer possible`,
  }
  const focusKept = useFocusKept<HTMLUListElement>()
  return (
    <Page
      title={t`For your approval`}
      width="admin"
      lead={t`While four-eyes approval is on, one admin’s actions on money, payment methods and accounts wait here for another admin’s approval.`}
    >
      <Tabs
        label={t`Proposals by status`}
        tabs={proposalStates.map((id) => ({ id, label: labels[id], count: list.data?.counts[id] }))}
        selected={status}
        onSelect={(next) => void navigate({ search: { status: next } })}
      >
        {list.isPending ? (
          <SkeletonRows rows={3} height={180} />
        ) : !list.data ? (
          <FailedState message={failureMessage(list.error, t`Failed to load data`)} retry={list} />
        ) : list.data.data.length === 0 ? (
          <EmptyState
            icon={<CircleCheck size={24} aria-hidden />}
            title={status === 'open' ? t`Nothing is waiting for approval` : t`No proposals here yet`}
          />
        ) : (
          <ul className={styles.list} {...focusKept}>
            {list.data.data.map((proposal) => (
              <li key={proposal.id}>
                <ProposalCard
                  proposal={proposal}
                  label={labels[proposal.status]}
                  onDecide={(how) => decide({ proposal, how })}
                />
              </li>
            ))}
          </ul>
        )}
        <Pagination
          page={list.data?.pagination.current_page ?? 1}
          lastPage={list.data?.pagination.last_page ?? 1}
          onPage={(page, isLost = false) => void navigate({ search: { status, page }, replace: isLost })}
        />
      </Tabs>
      {deciding && (
        <Suspense>
          <DecideProposal key={deciding.how} {...deciding} onClose={close} />
        </Suspense>
      )}
    </Page>
  )
}
