import { listPayoutBatches, makePayoutBatch, type PayoutBatch } from '@bittkosh/contract/payoutBatches'
import { Plural, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Layers, Plus } from 'lucide-react'
import { failureMessage } from '../api/failure.ts'
import { useMay } from '../api/may.ts'
import { readingPages } from '../api/queries.ts'
import { ButtonLink } from '../kit/actions/Button.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { type Column, Table } from '../kit/lists/Table.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Chip } from '../kit/page/Chip.tsx'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { Page } from '../kit/page/Page.tsx'
import { When } from '../kit/page/When.tsx'
import styles from './PayoutBatches.module.css'

/** The batches of payouts, newest first, and what is still pending in each. */
export default function AdminPayoutBatchesPage() {
  const { t } = useLingui()
  const may = useMay()
  const list = useInfiniteQuery(readingPages(listPayoutBatches))
  const button = may(makePayoutBatch) && (
    <ButtonLink to="/admin/payout-batches/new" size="dense" icon={<Plus size={16} aria-hidden />}>
      {t`New batch`}
    </ButtonLink>
  )
  return (
    <Page
      title={t`Payout batches`}
      lead={t`Withdrawals to bank accounts, paid together with one bank file.`}
      width="admin"
      action={button}
    >
      <div className={styles.list}>
        <PagedList
          query={list}
          skeleton={{ rows: 5, height: 56 }}
          failure={failureMessage(list.error, t`Failed to load the batches`)}
          empty={
            <EmptyState icon={<Layers size={28} aria-hidden />} title={t`No batches yet`} action={button}>
              {t`Choose withdrawals, download the file for your bank's bulk upload, and bring its result back here.`}
            </EmptyState>
          }
        >
          {(rows) => <Batches rows={rows} />}
        </PagedList>
      </div>
    </Page>
  )
}

function Batches({ rows }: { rows: readonly PayoutBatch[] }) {
  const { t } = useLingui()
  const columns: Column<PayoutBatch>[] = [
    {
      key: 'batch',
      header: t`Batch`,
      onCard: 'title',
      cell: ({ id, made_by, made_at }) => (
        <div className={styles.cell}>
          <Link to="/admin/payout-batches/$id" params={{ id: String(id) }}>
            {t`Batch #${id}`}
          </Link>
          <span className={styles.small}>
            {made_by.name}, <When at={made_at} />
          </span>
        </div>
      ),
    },
    { key: 'size', header: t`Withdrawals`, align: 'end', onCard: 'hidden', cell: ({ size }) => size },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'end',
      onCard: 'aside',
      cell: ({ amount }) => <Money amount={amount} />,
    },
    { key: 'state', header: t`State`, onCard: 'below', cell: (batch) => <BatchState batch={batch} /> },
  ]
  return <Table caption={t`Payout batches`} columns={columns} rows={rows} rowKey={({ id }) => id} compact />
}

/** The result of a batch, in a few words. */
function BatchState({ batch: { waiting, paid, unpaid } }: { batch: PayoutBatch }) {
  const { t } = useLingui()
  return (
    <span className={styles.chips}>
      {waiting > 0 ? (
        <Chip tone="pending">
          <Plural value={waiting} one="# waiting" other="# waiting" />
        </Chip>
      ) : (
        <Chip tone="gain">{t({ context: 'batch', message: 'Done' })}</Chip>
      )}
      {paid > 0 && (
        <Chip tone="gain">
          <Plural value={paid} one="# paid" other="# paid" />
        </Chip>
      )}
      {unpaid > 0 && (
        <Chip tone="loss">
          <Plural value={unpaid} one="# not paid" other="# not paid" />
        </Chip>
      )}
    </span>
  )
}
