import type { AdminWithdrawal } from '@bittkosh/contract/withdrawals'
import { Trans } from '@lingui/react/macro'
import { Banner } from '../kit/page/Banner.tsx'
import { When } from '../kit/page/When.tsx'
import { BatchLink } from './BatchLink.tsx'

/** Whether the bank may pay it without anybody doing more: it leaves its batch only by its result, or by being taken out. */
export function mayBankPay({ open_batch: batch }: AdminWithdrawal): boolean {
  return Boolean(batch && (batch.is_with_bank || batch.downloaded))
}

/** The batch in which a withdrawal waits, and whether the bank may pay it: in its record and in each dialog that asks about it. */
export function OpenBatch({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { open_batch: batch } = withdrawal
  if (!batch) return null
  const { id, downloaded } = batch
  return (
    <Banner tone={mayBankPay(withdrawal) ? 'pending' : 'info'}>
      <p>
        {batch.is_with_bank ? (
          <Trans>
            <BatchLink id={id} />: the bank has this payout and may still pay it. Its next result settles it; if it has
            paid, mark it as paid.
          </Trans>
        ) : downloaded ? (
          <Trans>
            <BatchLink id={id} />: its file was downloaded <When at={downloaded.at} /> by {downloaded.by.name}, and the
            bank may pay it. Take it out of the batch only if the bank has no file that contains it.
          </Trans>
        ) : (
          <Trans>
            <BatchLink id={id} />: its file was not downloaded yet.
          </Trans>
        )}
      </p>
    </Banner>
  )
}
