import type { Subject } from '@bittkosh/contract/movements'
import { useLingui } from '@lingui/react/macro'
import { dateText } from '../kit/page/dates.ts'

/** Names of the records that cause movements. */
export function useRecordNames(): (line: { subject: Subject; subject_id: number; day: string | null }) => string {
  const { t, i18n } = useLingui()
  return ({ subject, subject_id: id, day: isoDay }) => {
    const day = isoDay && dateText(isoDay, 'date', i18n.locale)
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
