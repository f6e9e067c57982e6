import {
  listPayoutBatches,
  listPayoutCandidates,
  payoutBatchById,
  type PayoutBatchDetails,
  takeOverPayoutBatch,
} from '@bittkosh/contract/payoutBatches'
import { listAudit } from '@bittkosh/contract/audit'
import { listWithdrawals } from '@bittkosh/contract/withdrawals'
import { Plural, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { useSession } from '../api/session.ts'
import { useConfirm } from '../api/useConfirm.ts'
import { Button } from '../kit/actions/Button.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { Banner } from '../kit/page/Banner.tsx'
import styles from './PayoutBatches.module.css'

type Holder = { id: number; name: string; payouts: number }

/** The other admins who pay waiting payouts of a batch, so that it can be taken over from each of them. */
export function TakeOverBatch({ batch }: { batch: PayoutBatchDetails }) {
  const me = useSession()?.user.id
  const may = useMay()
  const holders = may(takeOverPayoutBatch) ? holdersOf(batch).filter(({ id }) => id !== me) : []
  return holders.map((holder) => <TakeOverFrom key={holder.id} batch={batch.id} holder={holder} />)
}

type OfHolder = { batch: number; holder: Holder }

function TakeOverFrom({ batch, holder }: OfHolder) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const { name, payouts } = holder
  return (
    <Banner tone="pending">
      <div className={styles.holder}>
        <p>
          <Plural
            value={payouts}
            one={`# withdrawal that waits is being paid by ${name}`}
            other={`# withdrawals that wait are being paid by ${name}`}
          />
        </p>
        <Button variant="secondary" size="dense" onClick={() => setAsking(true)}>
          {t`Take over from ${name}`}
        </Button>
      </div>
      {isAsking && <AskHolder batch={batch} holder={holder} onClose={() => setAsking(false)} />}
    </Banner>
  )
}

function AskHolder({ batch, holder: { id, name }, onClose }: OfHolder & { onClose: () => void }) {
  const { t } = useLingui()
  const dialog = useConfirm({
    endpoint: takeOverPayoutBatch,
    fallback: t`Failed to take over the batch`,
    success: t`It’s assigned to you`,
    refreshes: [payoutBatchById, listPayoutBatches, listPayoutCandidates, listWithdrawals, listAudit],
    input: { params: { id: batch }, body: { take_over_from: id } },
    onClose,
  })
  return (
    <ConfirmDialog {...dialog} title={t`Take over from ${name}?`} confirmLabel={t`Take over from ${name}`}>
      {t`First ask ${name} whether the bank already has the file: money paid twice is gone. Anything waiting for approval stays with ${name}.`}
    </ConfirmDialog>
  )
}

/** The admins who hold payouts that wait or are with the bank, in the order of the list. */
function holdersOf({ payouts }: PayoutBatchDetails): Holder[] {
  const holders = new Map<number, Holder>()
  for (const { state, claimed_by: holder } of payouts) {
    if (holder === null || (state !== 'waiting' && state !== 'unknown')) continue
    holders.set(holder.id, { ...holder, payouts: (holders.get(holder.id)?.payouts ?? 0) + 1 })
  }
  return [...holders.values()]
}
