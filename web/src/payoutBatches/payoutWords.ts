import type { Hindrance, PayoutState, ResultAct, ResultProblem } from '@bittkosh/contract/payoutBatches'
import type { Paise } from '@bittkosh/contract/money'
import type { PayeeFlag } from '@bittkosh/contract/payees'
import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../kit/money/Money.tsx'
import type { Tone } from '../kit/page/Chip.tsx'

type Look = { text: string; tone: Tone }

/** The outcome of a withdrawal in a batch. */
export function usePayoutStates(): Record<PayoutState, Look> {
  const { t } = useLingui()
  return {
    waiting: { text: t`Waiting for the bank`, tone: 'pending' },
    unknown: { text: t`Not settled by the bank`, tone: 'pending' },
    proposed: { text: t`Paid, waiting for another admin`, tone: 'pending' },
    paid: { text: t({ context: 'payout', message: 'Paid' }), tone: 'gain' },
    sent_back: { text: t`Paid, later returned`, tone: 'loss' },
    refused: { text: t`Refused by the bank, back in the queue`, tone: 'loss' },
    rejected: { text: t`Rejected`, tone: 'loss' },
    cancelled: { text: t`Cancelled`, tone: 'neutral' },
    taken_out: { text: t`Taken out`, tone: 'neutral' },
  }
}

/** Why a withdrawal can't be chosen. */
export function useHindrances(): Record<Hindrance, string> {
  const { t } = useLingui()
  return {
    claimed_by_other: t`Another admin is paying it`,
    frozen: t`Payouts to this person are on hold`,
    kyc_missing: t`This person’s identity is not approved`,
    in_batch: t`In another open batch`,
    proposed: t`Waiting for another admin’s approval`,
    own_request: t`Yours, or of an account that invited you or that you invited`,
  }
}

/** What looks unusual about a payee, in a word or two. */
export function useFlagWords(): Record<PayeeFlag, string> {
  const { t } = useLingui()
  return {
    upi_form: t`unusual UPI ID`,
    account_form: t`unusual account number`,
    ifsc_unknown: t`unknown IFSC`,
    name_differs: t`different name`,
    used_elsewhere: t`seen before`,
  }
}

/** What a row of a result would do. */
export function useResultActs(): Record<ResultAct, Look> {
  const { t } = useLingui()
  return {
    pay: { text: t({ context: 'payout', message: 'Paid' }), tone: 'gain' },
    refuse: { text: t`Refused by the bank`, tone: 'loss' },
    wait: { text: t`Not settled yet`, tone: 'pending' },
    done: { text: t`Already known`, tone: 'neutral' },
    problem: { text: t`Not imported`, tone: 'loss' },
  }
}

/** Why a row of a result is not accepted; `expected` is the amount in the batch. */
export function useProblems(): (expected: Paise | undefined) => Record<ResultProblem, string> {
  const { t } = useLingui()
  return (expected) => ({
    not_in_batch: t`This reference is not in this batch.`,
    twice: t`This reference appears on several rows.`,
    amount_differs: expected
      ? t`The amount is different: ${moneyText(expected)} in the batch.`
      : t`The amount is different.`,
    account_differs: t`The account is different.`,
    no_utr: t`There is no valid bank reference (UTR).`,
    utr_used: t`The bank's reference (UTR) is on another payment.`,
    paid_twice: t`It was marked as paid with a different reference: ask the bank whether it was paid twice.`,
    paid_after_end: t`The money was already returned, but the bank says it was paid. Ask the bank to recall it.`,
    refused_after_report: t`The bank reported it as paid before. Ask the bank; then mark it as paid, or dismiss that report in its record.`,
    returned_after_paid: t`It is marked as paid. If the money has come back, return it in its record.`,
    claimed_by_other: t`Another admin is paying it.`,
  })
}
