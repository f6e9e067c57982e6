/** The identity records' part of a decision: the rule and the texts. `requests/deciding.ts` does the rest. */
import type { Body } from '@bittkosh/contract/endpoint'
import type * as calls from '@bittkosh/contract/kyc'
import type { Notice } from '@bittkosh/contract/notices'
import type { RequestLetter } from '@bittkosh/contract/mails'
import type { Settings } from '@bittkosh/contract/settings'
import type { Movement } from '../ledger/movements.ts'
import type { RefusedBy } from '../ledger/post.ts'
import type { Tx } from '../platform/database/database.ts'
import { type CodeIn, refuse } from '../platform/http/refuse.ts'
import { oweReward } from '../referrals/actions.ts'
import type { RequestRules } from '../requests/deciding.ts'
import { kycApproved, type KycRow, kycRecords, lockRecord, welcomeNumbers } from './queries.ts'
import { judgeRejection } from './rules.ts'

type Typed = Body<typeof calls.verifyKyc>
type Acts = {
  approve: { typed: Typed; refuses: RefusedBy }
  reject: { typed: Typed; refuses: CodeIn<ReturnType<typeof judgeRejection>> }
  revoke: { typed: Body<typeof calls.revokeKyc>; refuses: never }
}
/** `seen`: the submission that the admin saw, so that a newer one in its place is not decided unseen. */
type Key = { user: number; index: number; seen: number | undefined }

export const kycRules: RequestRules<'kyc', KycRow, Key, Acts> = {
  kind: 'kyc',
  table: kycRecords,
  async lock(tx, { user, index, seen }) {
    const row = await lockRecord(tx, user, index)
    // Of a closed account: nobody but an owner, with a reason, reads it, and nobody changes it.
    if (!row || row.locked_until !== null) return undefined
    return seen !== undefined && seen !== row.id ? refuse(tx, 'changed_meanwhile') : row
  },
  acts: {
    approve: { notice: approvalNotice, alsoDue: earnedBy },
    reject: { judge: (_row, typed) => judgeRejection(typed), notice: rejectionNotice },
    revoke: {
      judge: (_row, { reason }, { at }) => ({ rejection_reason: reason, revoked_at: at }),
      notice: revocationNotice,
      letter: revocationLetter,
    },
  },
  audited: ({ user_id: user, position: index, type, masked_number: id_number, rejection_preset, ...row }) => ({
    after: { user, index, type, id_number, rejection_preset },
    reason: row.rejection_reason,
  }),
}

/** The number's welcome bonus now belongs to this account, and the reward for referring this user may be due. */
async function earnedBy(
  tx: Tx,
  at: Date,
  { row: { id, user_id: user }, settings }: { row: KycRow; settings: Settings },
): Promise<readonly Movement[]> {
  await welcomeNumbers(tx, [id])
  return oweReward(tx, at, { settings, user, kycApproved })
}

function approvalNotice({ id: about, type: document }: KycRow): Notice {
  return { about, kind: 'kyc_approved', values: { document } }
}

function rejectionNotice({
  id: about,
  type: document,
  rejection_preset: preset,
  rejection_reason: note,
}: KycRow): Notice {
  return { about, kind: 'kyc_rejected', values: { document, preset, note } }
}

function revocationNotice({ id: about, ...row }: KycRow): Notice {
  return { about, kind: 'kyc_revoked', values: { document: row.type, reason: reasonOf(row) } }
}

function revocationLetter(row: KycRow, name: string | null): RequestLetter {
  return { kind: 'kyc_revoked', values: { name, document: row.type, reason: reasonOf(row) } }
}

function reasonOf({ user_id, rejection_reason: reason }: Omit<KycRow, 'id'>): string {
  if (reason === null) throw new Error(`a record of user ${user_id} was revoked without a reason`)
  return reason
}
