import { type AdminDeposit, listDeposits } from '@bittkosh/contract/deposits'
import type { Proposal } from '@bittkosh/contract/proposals'
import { type AdminWithdrawal, listWithdrawals } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ProposedDeposit } from '../deposits/api.ts'
import { failureMessage } from '../api/failure.ts'
import { reading } from '../api/queries.ts'
import { FailedState, type Refetchable } from '../kit/page/FailedState.tsx'
import { SkeletonRows } from '../kit/page/Skeleton.tsx'
import { ProposedWithdrawal } from '../withdrawals/api.ts'

type Read<R> = Refetchable & { data: { data: R[] } | undefined; error: unknown; isLoading: boolean }
type Moved = { deposits: Read<AdminDeposit>; withdrawals: Read<AdminWithdrawal>; isLoading: boolean }

/** Reads the deposit or withdrawal that a proposal moves, if it moves one. */
export function useMovedRequest({ kind, id }: Proposal['record']): Moved {
  const query = { search: `#${id}`, per_page: 1 }
  const deposits = useQuery({ ...reading(listDeposits, { query }), enabled: kind === 'deposit' })
  const withdrawals = useQuery({ ...reading(listWithdrawals, { query }), enabled: kind === 'withdrawal' })
  return { deposits, withdrawals, isLoading: deposits.isLoading || withdrawals.isLoading }
}

/** That request as its queue shows it before the act, with its warnings. */
export function MovedRequest({ proposal, moved }: { proposal: Proposal; moved: Moved }) {
  const { t } = useLingui()
  const { act, amount, record } = proposal
  if (amount === null || (record.kind !== 'deposit' && record.kind !== 'withdrawal')) return null
  if (moved.isLoading) return <SkeletonRows rows={4} height={44} />
  const list = record.kind === 'deposit' ? moved.deposits : moved.withdrawals
  const [deposit, withdrawal] = [moved.deposits.data?.data[0], moved.withdrawals.data?.data[0]]
  if (deposit) return <ProposedDeposit deposit={deposit} isReversal={act === 'deposit reversed'} amount={amount} />
  if (withdrawal) return <ProposedWithdrawal withdrawal={withdrawal} isReturn={act === 'withdrawal returned'} />
  return <FailedState message={failureMessage(list.error, t`Failed to load data`)} retry={list} />
}
