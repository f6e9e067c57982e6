import type { AdminDeposit } from '@bittkosh/contract/deposits'
import { useLingui } from '@lingui/react/macro'
import type { RiskFact } from '../requests/Strip.tsx'
import { useUsual } from '../requests/useUsual.ts'

export function useDepositRisk(deposit: AdminDeposit): RiskFact[] {
  const { t } = useLingui()
  const usual = useUsual()
  const isFirst = deposit.is_first
  const seen = deposit.seen_before.length
  return [
    { label: t`Deposits before`, value: isFirst ? t`this is the first` : t`not the first`, isUnusual: isFirst },
    usual(deposit.requested_amount, deposit.largest_approved),
    { label: t`Reference`, value: seen > 0 ? t`seen before` : t`seen nowhere else`, isUnusual: seen > 0 },
  ]
}
