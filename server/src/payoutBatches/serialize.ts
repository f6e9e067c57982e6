/** Rows in the form that the calls return. */
import type { Paise } from '@bittkosh/contract/money'
import type { BatchedPayout, PayoutBatch, PayoutCandidate, PayoutDownload } from '@bittkosh/contract/payoutBatches'
import { payeeLine } from '@bittkosh/contract/payees'
import { unusualAbout } from '@bittkosh/contract/unusual'
import { serializeReport } from '../withdrawals/actions.ts'
import { flagsOf } from '../withdrawals/rules.ts'
import type { BatchRow, CandidateRow, DownloadRow, PayoutRow } from './queries.ts'
import { hindranceOf } from './rules.ts'

export function serializeBatch({ made_by, made_by_name, ...row }: BatchRow): PayoutBatch {
  return { ...row, made_by: { id: made_by, name: made_by_name } }
}

export function serializeDownload({ by, by_name, ...row }: DownloadRow): PayoutDownload {
  return { ...row, by: { id: by, name: by_name } }
}

export function serializePayout(row: PayoutRow, { isStopped }: { isStopped: boolean }): BatchedPayout {
  return {
    ...shownOf(row),
    state: row.state,
    is_stopped: isStopped,
    transaction_id: row.transaction_id,
    reported_payments: row.reported_payments.map(serializeReport),
  }
}

export function serializeCandidate(
  row: CandidateRow,
  { admin, kycApproved, limit }: { admin: number; kycApproved: boolean; limit: Paise },
): PayoutCandidate {
  return {
    ...shownOf(row),
    created_at: row.created_at,
    flags: flagsOf({ type: 'bank', details: row.details }, { owner: row.name, usedElsewhere: row.used_elsewhere }),
    is_unusual:
      unusualAbout({ amount: row.requested, requested: null, largest: row.largest_approved, limit }).length > 0,
    hindrance: hindranceOf({
      admin,
      claimedBy: row.claimed_by,
      isOwn: row.is_own,
      isFrozen: row.is_frozen,
      kycApproved,
      inBatch: row.in_batch,
      isProposed: row.is_proposed,
    }),
  }
}

function shownOf(row: PayoutRow | CandidateRow) {
  const { claimed_by: holder, claimed_by_name: name } = row
  return {
    withdrawal_id: row.withdrawal_id,
    number: row.number,
    user: { id: row.user_id, name: row.name },
    payee: payeeLine({ type: 'bank', details: row.details }),
    amount: row.amount,
    claimed_by: holder === null || name === null ? null : { id: holder, name },
  }
}
