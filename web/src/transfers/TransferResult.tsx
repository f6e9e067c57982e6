import type { Reply } from '@bittkosh/contract/endpoint'
import { formatRupees, subtract } from '@bittkosh/contract/money'
import type { verifyTransfer } from '@bittkosh/contract/transfers'
import { listTransactions } from '@bittkosh/contract/wallet'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { AskAbout } from '../kit/actions/AskAbout.tsx'
import { Button, ButtonLink } from '../kit/actions/Button.tsx'
import { KhataRow, KhataTotal } from '../kit/money/Khata.tsx'
import { Money } from '../kit/money/Money.tsx'
import { Result } from '../kit/money/Result.tsx'
import { FailedState } from '../kit/page/FailedState.tsx'
import { Skeleton } from '../kit/page/Skeleton.tsx'
import { When } from '../kit/page/When.tsx'

export type Completed = Reply<typeof verifyTransfer>['transfer']
type ResultProps = { transfer: Completed; isFresh: boolean; onAgain: () => void }

/** The end of a completed transfer, with the receiver's full name. */
export function TransferResult({ transfer, isFresh, onAgain }: ResultProps) {
  const { t } = useLingui()
  const sum = formatRupees(transfer.amount)
  return (
    <Result
      headline={t`${sum} sent to ${transfer.receiver_name}`}
      said={isFresh ? t`Money sent` : null}
      number={transfer.number}
      next={
        <>
          <p>{t`It's in their wallet now, and they've been notified. A transfer can't be undone.`}</p>
          <AskAbout kind="transfer" id={transfer.id} number={transfer.number} />
        </>
      }
      action={<Button wide onClick={onAgain}>{t`Send Another`}</Button>}
      done={<ButtonLink to="/wallet" variant="secondary">{t`Back to Wallet`}</ButtonLink>}
    >
      <KhataRow label={t`They received`}>
        <Money amount={transfer.amount} hideable />
      </KhataRow>
      <KhataRow label={t`Fee`}>
        <Money amount={transfer.fee} hideable />
      </KhataRow>
      <KhataRow label={t`When`}>
        <When at={transfer.completed_at} />
      </KhataRow>
      <KhataTotal label={t`Left your wallet`} drawn={isFresh}>
        <Money amount={transfer.total_deducted} hideable />
      </KhataTotal>
    </Result>
  )
}

/** The same after a reload, read from the history by its number. */
export function EndedTransfer({ number, ...rest }: { number: string } & Omit<ResultProps, 'transfer'>) {
  const { t } = useLingui()
  const query = useQuery(reading(listTransactions, { query: { search: number, kind: 'bittpay' } }))
  const item = query.data?.transactions.find((each) => each.number === number && each.direction === 'out')
  if (query.isPending) return <Skeleton height={420} />
  if (!item) return <FailedState message={failureMessage(query.error, t`Failed to load data`)} retry={query} />
  const amount = item.requested_amount ?? item.amount
  const transfer: Completed = {
    id: item.id,
    number,
    receiver_name: item.counterparty ?? '',
    amount,
    fee: subtract(item.amount, amount),
    total_deducted: item.amount,
    completed_at: item.decided_at ?? item.created_at,
  }
  return <TransferResult transfer={transfer} {...rest} />
}
