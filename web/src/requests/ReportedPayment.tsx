import type { ReportedPayment as Report } from '@bittkosh/contract/withdrawals'
import { Trans } from '@lingui/react/macro'
import { When } from '../kit/page/When.tsx'

/** A payment that the bank reported and that the withdrawal does not show, in a sentence. */
export function ReportedPayment({ report: { utr, batch, by, at } }: { report: Report }) {
  const { name } = by
  return utr === '' ? (
    <Trans>
      The bank reported it as paid, without a UTR. Result of batch #{batch}, imported <When at={at} /> by {name}.
    </Trans>
  ) : (
    <Trans>
      The bank reported it as paid with UTR {utr}. Result of batch #{batch}, imported <When at={at} /> by {name}.
    </Trans>
  )
}
