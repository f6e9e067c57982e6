import {
  applyPayoutResult,
  type BatchedPayout,
  listPayoutBatches,
  listPayoutCandidates,
  payoutBatchById,
  type PayoutBatchDetails,
  takeOutOfPayoutBatch,
} from '@bittkosh/contract/payoutBatches'
import { listWithdrawals } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { failureMessage, isUnknown } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { reading, usePolling } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { useConfirm } from '../api/useConfirm.ts'
import { useTrail } from '../api/useTrail.ts'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { RecordTrail } from '../kit/lists/Trail.tsx'
import { Figures } from '../kit/money/Figures.tsx'
import { Money } from '../kit/money/Money.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'
import { useOpened } from '../kit/overlays/useEdited.ts'
import { PersonLink } from '../requests/PersonLink.tsx'
import { RecordLink } from '../requests/RecordLink.tsx'
import { ReportedPayment } from '../requests/ReportedPayment.tsx'
import styles from './PayoutBatches.module.css'
import { Downloads, PayoutFile } from './PayoutFile.tsx'
import { usePayoutStates } from './payoutWords.ts'
import { TakeOverBatch } from './TakeOverBatch.tsx'

const ResultDialog = lazy(() => import('./ResultDialog.tsx'))

const route = getRouteApi('/admin/payout-batches/$id')
const POLL_MS = 30_000

/** One batch: its file, its result, and the outcome of each withdrawal. */
export default function PayoutBatchPage() {
  const { t } = useLingui()
  const id = Number(route.useParams().id)
  const query = reading(payoutBatchById, { params: { id } })
  const batch = useQuery(query)
  usePolling(query, batch.data && batch.data.waiting === 0 ? null : POLL_MS)
  const back = <ButtonLink to="/admin/payout-batches" variant="secondary" size="dense">{t`All batches`}</ButtonLink>
  return (
    <Page
      title={t`Batch #${id}`}
      lead={
        batch.data && (
          <>
            {batch.data.made_by.name}, <When at={batch.data.made_at} />
          </>
        )
      }
      width="admin"
      action={back}
    >
      {batch.isPending ? (
        <SkeletonRows rows={6} height={56} />
      ) : isUnknown(batch.error) ? (
        <EmptyState title={t`No batch has this number`} />
      ) : !batch.data ? (
        <FailedState message={failureMessage(batch.error, t`Failed to load the batch`)} retry={batch} />
      ) : (
        <Batch key={id} batch={batch.data} />
      )}
    </Page>
  )
}

function Batch({ batch }: { batch: PayoutBatchDetails }) {
  const { t } = useLingui()
  const me = useSession()?.user.id
  const may = useMay()
  const trail = useTrail('payout batch', batch.id)
  const [isReading, setReading] = useState(false)
  const hasFile = batch.payouts.some(
    ({ state, claimed_by: holder, is_stopped: isStopped }) => state === 'waiting' && holder?.id === me && !isStopped,
  )
  return (
    <div className={styles.list}>
      <Figures
        items={[
          { label: t`Amount`, value: <Money amount={batch.amount} /> },
          { label: t`Withdrawals`, value: batch.size },
          { label: t`Still waiting`, value: batch.waiting },
          { label: t({ context: 'payout', message: 'Paid' }), value: batch.paid },
          { label: t`Not paid`, value: batch.unpaid },
        ]}
      />
      <TakeOverBatch batch={batch} />
      {hasFile ? <PayoutFile batch={batch} /> : <Downloads batch={batch} />}
      {may(applyPayoutResult) && (
        <div className={styles.chips}>
          <Button
            size="dense"
            variant={(hasFile && batch.downloads.length === 0) || batch.waiting === 0 ? 'secondary' : 'primary'}
            icon={<FileUp size={16} aria-hidden />}
            onClick={() => setReading(true)}
          >
            {t`Import the bank's result`}
          </Button>
        </div>
      )}
      <Payouts batch={batch} />
      <RecordTrail {...trail} />
      <Suspense fallback={null}>
        {isReading && <ResultDialog batch={batch} onClose={() => setReading(false)} />}
      </Suspense>
    </div>
  )
}

function Payouts({ batch }: { batch: PayoutBatchDetails }) {
  const { t } = useLingui()
  const states = usePayoutStates()
  const me = useSession()?.user.id
  const may = useMay()
  const [taking, askToTake, close] = useOpened<BatchedPayout>()
  const isOpen = ({ state, claimed_by: holder }: BatchedPayout) =>
    may(takeOutOfPayoutBatch) && state === 'waiting' && (holder === null || holder.id === me)
  const columns: Column<BatchedPayout>[] = [
    {
      key: 'user',
      header: t`User`,
      onCard: 'title',
      cell: (row) => (
        <div className={styles.cell}>
          <PersonLink user={row.user} />
          <span className={styles.small}>
            <RecordLink subject="withdrawal" id={row.withdrawal_id}>
              {row.number}
            </RecordLink>
          </span>
        </div>
      ),
    },
    { key: 'to', header: t`To`, onCard: 'below', cell: ({ payee }) => payee },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'end',
      onCard: 'aside',
      cell: ({ amount }) => <Money amount={amount} />,
    },
    {
      key: 'state',
      header: t`State`,
      onCard: 'below',
      cell: (row) => (
        <div className={styles.cell}>
          <Chip tone={states[row.state].tone}>{states[row.state].text}</Chip>
          {row.transaction_id !== null && <span className={styles.small}>{row.transaction_id}</span>}
          {row.reported_payments.map((report) => (
            <span key={report.id} className={styles.problem}>
              <ReportedPayment report={report} />
            </span>
          ))}
          {row.state === 'waiting' && row.is_stopped && (
            <span className={styles.problem}>{t`Payouts to this person are on hold: not in the file`}</span>
          )}
          {row.state === 'waiting' && row.claimed_by === null && (
            <span className={styles.problem}>{t`Released: not in the file`}</span>
          )}
          {row.state === 'waiting' && row.claimed_by !== null && row.claimed_by.id !== me && (
            <span className={styles.small}>{t`Being paid by ${row.claimed_by.name}`}</span>
          )}
        </div>
      ),
    },
    ...(batch.payouts.some(isOpen)
      ? [
          {
            key: 'acts',
            header: t`What to do`,
            cell: (row: BatchedPayout) =>
              isOpen(row) ? (
                <Button
                  size="dense"
                  variant="secondary"
                  aria-label={t`Take out ${row.number}`}
                  onClick={() => askToTake(row)}
                >
                  {t`Take out`}
                </Button>
              ) : (
                '–'
              ),
          },
        ]
      : []),
  ]
  return (
    <>
      <Table
        caption={t`Withdrawals in the batch`}
        columns={columns}
        rows={batch.payouts}
        rowKey={(row) => row.withdrawal_id}
        compact
      />
      {taking && <TakeOut batch={batch.id} payout={taking} onClose={close} />}
    </>
  )
}

type TakeOutProps = { batch: number; payout: BatchedPayout; onClose: () => void }

function TakeOut({ batch, payout, onClose }: TakeOutProps) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: takeOutOfPayoutBatch,
    fallback: t`Failed to take it out`,
    success: t`Removed: anyone can pay it now`,
    refreshes: [payoutBatchById, listPayoutBatches, listPayoutCandidates, listWithdrawals],
    input: { params: { id: batch }, body: { withdrawal_id: payout.withdrawal_id } },
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Take ${payout.number} out of the batch?`} confirmLabel={t`Take out`}>
      {t`Only if the bank has no file that contains it. Any admin can then pay it, and the user can cancel it.`}
    </ConfirmDialog>
  )
}
