import type { Withdrawal } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import { Chip } from '../kit/page/Chip.tsx'
import { StatusBadge } from '../kit/page/StatusBadge.tsx'

/** The state of a user's own withdrawal: one that an admin is paying reads 'Being paid'. */
export function WithdrawalState({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useLingui()
  return withdrawal.being_paid ? <Chip tone="info">{t`Being paid`}</Chip> : <StatusBadge status={withdrawal.status} />
}
