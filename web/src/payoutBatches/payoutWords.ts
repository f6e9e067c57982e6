import type { Hindrance, PayoutState, ResultAct, ResultProblem } from '@bittkosh/contract/payoutBatches'
import type { PayeeFlag } from '@bittkosh/contract/withdrawals'
import { useLingui } from '@lingui/react/macro'
import type { Tone } from '../kit/page/Chip.tsx'

type Look = { text: string; tone: Tone }

/** What has come of a withdrawal of a batch. */
export function usePayoutStates(): Record<PayoutState, Look> {
  const { t } = useLingui()
  return {
    waiting: { text: t`Waiting for the bank`, tone: 'pending' },
    unknown: { text: t`Not settled by the bank`, tone: 'pending' },
    proposed: { text: t`Paid, waits for another admin`, tone: 'pending' },
    paid: { text: t({ context: 'payout', message: 'Paid' }), tone: 'gain' },
    sent_back: { text: t`Paid, and sent back later`, tone: 'loss' },
    refused: { text: t`Refused by the bank, back in the queue`, tone: 'loss' },
    rejected: { text: t`Rejected`, tone: 'loss' },
    cancelled: { text: t`Cancelled`, tone: 'neutral' },
    taken_out: { text: t`Taken out`, tone: 'neutral' },
  }
}

/** Why a withdrawal cannot be chosen. */
export function useHindrances(): Record<Hindrance, string> {
  const { t } = useLingui()
  return {
    claimed_by_other: t`Another admin is paying it`,
    frozen: t`The money of this person is stopped`,
    kyc_missing: t`The identity of this person is not approved`,
    in_batch: t`In another open batch`,
    own_request: t`Your own, or of an account linked to yours`,
  }
}

/** What looks unusual about a payee, in a word or two. */
export function useFlagWords(): Record<PayeeFlag, string> {
  const { t } = useLingui()
  return {
    upi_form: t`odd UPI ID`,
    account_form: t`odd account number`,
    ifsc_unknown: t`unknown IFSC`,
    name_differs: t`another name`,
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
    done: { text: t`Known already`, tone: 'neutral' },
    problem: { text: t`Not taken`, tone: 'loss' },
  }
}

/** Why a row of a result is not taken. */
export function useProblems(): Record<ResultProblem, string> {
  const { t } = useLingui()
  return {
    not_in_batch: t`This reference is not in this batch.`,
    twice: t`This reference stands on several rows.`,
    amount_differs: t`The amount is another.`,
    account_differs: t`The account is another.`,
    no_utr: t`The bank's reference (UTR) is missing.`,
    utr_used: t`The bank's reference (UTR) stands on another payment.`,
    paid_twice: t`It was marked as paid with another reference: ask the bank whether the money has left twice.`,
    paid_after_end: t`Its money was given back already, and the bank says that it was paid. Call it back at the bank.`,
    returned_after_paid: t`It is marked as paid. Return it in its record, if the money has come back.`,
    claimed_by_other: t`Another admin is paying it.`,
  }
}
