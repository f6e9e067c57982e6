import type { LineState, MatchReason, NoLineReason } from '@bittkosh/contract/bankStatements'
import { useLingui } from '@lingui/react/macro'
import type { Tone } from '../kit/page/Chip.tsx'

export const stateTones: Record<LineState, Tone> = {
  suggested: 'info',
  unmatched: 'pending',
  mismatched: 'loss',
  matched: 'gain',
  ignored: 'neutral',
}

/** A line's state in the reader's language. */
export function useStateWords(): Record<LineState, string> {
  const { t } = useLingui()
  return {
    suggested: t`Suggested`,
    unmatched: t`Unmatched`,
    mismatched: t`Mismatched`,
    matched: t`Matched`,
    ignored: t({ context: 'line', message: 'Set aside' }),
  }
}

/** Why a line matches, or why not quite, with its colour. */
export function useReasonWords(): Record<MatchReason, { text: string; tone: Tone }> {
  const { t } = useLingui()
  return {
    reference: { text: t`Transaction ID`, tone: 'gain' },
    qr_reference: { text: t`QR mark`, tone: 'gain' },
    amount: { text: t`Amount`, tone: 'gain' },
    payer: { text: t`Name`, tone: 'gain' },
    day: { text: t`Day`, tone: 'gain' },
    returned: { text: t`The bank says returned`, tone: 'gain' },
    other_amount: { text: t`Different amount`, tone: 'loss' },
    other_reference: { text: t`Transaction ID not found`, tone: 'pending' },
    several: { text: t`Several matches`, tone: 'pending' },
    other_account: { text: t`Other account`, tone: 'pending' },
    used: { text: t`Matched to another line`, tone: 'loss' },
  }
}

/** Why a row of a file is not a line. */
export function useNoLineWords(): Record<NoLineReason, string> {
  const { t } = useLingui()
  return {
    more_cells: t`More cells than headings`,
    no_day: t`No date can be read`,
    later_day: t`The date is after today`,
    not_successful: t`The payment did not succeed`,
    no_amount: t`No amount can be read`,
    no_direction: t`It doesn’t say whether money came in or went out`,
  }
}
