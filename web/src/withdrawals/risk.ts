import type { PayeeFlag } from '@bittkosh/contract/payees'
import type { AdminWithdrawal } from '@bittkosh/contract/withdrawals'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RiskFact } from '../requests/Strip.tsx'
import { usePersonWarnings } from '../requests/usePersonWarnings.ts'
import { useUsual } from '../requests/useUsual.ts'

export function useWithdrawalRisk(withdrawal: AdminWithdrawal): RiskFact[] {
  const { t } = useLingui()
  const usual = useUsual()
  const { amount, is_first: isFirst, largest_approved: largest, paid_before: paid, flags } = withdrawal
  const isElsewhere = flags.includes('used_elsewhere')
  const times = plural(paid, { one: 'paid once before', other: 'paid # times before' })
  return [
    { label: t`Withdrawals before`, value: isFirst ? t`this is the first` : t`not the first`, isUnusual: isFirst },
    usual(amount, largest),
    {
      label: t`Payee`,
      value: isElsewhere ? t`used by another user` : paid === 0 ? t`never paid before` : times,
      isUnusual: isElsewhere || paid === 0,
    },
  ]
}

/** Whether nothing may be paid to its owner now; the holder of the claim can still record what had been paid before. */
export function isStopped({ user }: AdminWithdrawal): boolean {
  return user.is_frozen || !user.kyc_approved
}

/** What is unusual about the payee, in words. */
export function usePayeeWarnings({ flags }: AdminWithdrawal): string[] {
  const { t } = useLingui()
  const sentences: Record<PayeeFlag, string> = {
    used_elsewhere: t`Seen before: another user has withdrawn to this payee.`,
    name_differs: t`The account holder's name and the user's have no word in common.`,
    ifsc_unknown: t`The IFSC code is not in the bank list.`,
    account_form: t`This doesn’t look like an account number.`,
    upi_form: t`This doesn’t look like a UPI ID.`,
  }
  return flags.map((flag) => sentences[flag])
}

/** What the confirm dialog repeats before a withdrawal is marked as paid. */
export function useWithdrawalWarnings(withdrawal: AdminWithdrawal): string[] {
  const { t } = useLingui()
  const ofPerson = usePersonWarnings(withdrawal.user)
  const ofPayee = usePayeeWarnings(withdrawal)
  return [
    ...ofPerson,
    ...(withdrawal.user.kyc_approved ? [] : [t`This person’s identity is no longer approved.`]),
    ...ofPayee,
  ]
}
