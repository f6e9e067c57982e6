import type { DayState, ReasonKind, ReconciledAccount } from '@bittkosh/contract/reconciliation'
import { useLingui } from '@lingui/react/macro'
import type { Tone } from '../kit/page/Chip.tsx'

/** The progress of a day. */
export function useDayStates(): Record<DayState, { text: string; tone: Tone }> {
  const { t } = useLingui()
  return {
    running: { text: t`Running`, tone: 'info' },
    open: { text: t({ context: 'business day', message: 'Open' }), tone: 'pending' },
    signed: { text: t`Signed by one`, tone: 'info' },
    closed: { text: t({ context: 'business day', message: 'Closed' }), tone: 'gain' },
  }
}

/** Why statement and ledger differ. */
export function useReasonKinds(): Record<ReasonKind, string> {
  const { t } = useLingui()
  return {
    line_without_deposit: t`Money received without a deposit`,
    line_without_payout: t`Money paid out without a withdrawal`,
    deposit_without_line: t`Deposit approved, no line`,
    payout_without_line: t`Withdrawal paid, no line`,
    other_amount: t`Amount differs from the line`,
    put_aside: t`Line set aside`,
    reversed: t`Deposit reversed`,
    returned: t`Payout returned`,
    timing: t`Other half on another day`,
  }
}

/** The state of an account in a word or two. */
export function useAccountWord(): (account: ReconciledAccount) => { text: string; tone: Tone } {
  const { t } = useLingui()
  return ({ id, has_statement: hasStatement, difference, sums, reasons }) => {
    if (!hasStatement)
      return { text: t`No statement for this day`, tone: id === null && sums.length === 0 ? 'neutral' : 'pending' }
    if (sums.length === 0) return { text: t`Equal`, tone: 'gain' }
    if (reasons.some((reason) => reason.is_open)) return { text: t`Unexplained`, tone: 'loss' }
    return difference === 0n ? { text: t`Equal in sum`, tone: 'gain' } : { text: t`Explained`, tone: 'info' }
  }
}
