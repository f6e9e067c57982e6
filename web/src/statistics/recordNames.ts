import type { CoverageLine } from '@bittkosh/contract/statistics'
import { useLingui } from '@lingui/react/macro'

/** What the record that moved the money of a line is called. */
export function useRecordNames(): (line: CoverageLine) => string {
  const { t } = useLingui()
  return ({ subject, subject_id: id, day }) => {
    switch (subject) {
      case 'deposit':
        return t`Deposit ${id}`
      case 'withdrawal':
        return t`Withdrawal ${id}`
      case 'transfer':
        return t`BittPay transfer ${id}`
      case 'investment':
        return t`Investment ${id}`
      case 'flexible':
        return t`Earn movement ${id}`
      case 'interest':
        return t`Interest of ${day}`
      case 'user':
        return t`User ${id}`
      case 'referral':
        return t`Referred user ${id}`
      case 'adjustment':
        return t`Adjustment ${id}`
    }
  }
}
