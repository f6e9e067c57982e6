import type { Invariant } from '../ledger/invariants.ts'
import { chainHash, plain } from './chain.ts'
import { actsAfter, type StoredAct } from './queries.ts'

const BATCH = 1000

export const invariants: Invariant[] = [
  {
    name: 'each row of the audit log carries the hash of itself and the row before it',
    async find(db) {
      let previous: StoredAct | undefined
      for (;;) {
        const acts = await actsAfter(db, previous?.id ?? 0, BATCH)
        for (const act of acts) {
          // One finding is enough: every row after a changed one was hashed over the row as it was.
          if (!act.hash.equals(hashOf(act, previous)))
            return [`audit row ${act.id} (${act.action}) does not match its hash`]
          previous = act
        }
        if (acts.length < BATCH) return []
      }
    },
  },
]

// jsonb does not keep the order of keys; plain() sorts them as it did before they were stored.
function hashOf(act: StoredAct, previous: StoredAct | undefined): Buffer {
  return chainHash(previous?.hash ?? null, {
    at: act.at.toISOString(),
    admin: act.admin_id,
    action: act.action,
    subject: act.subject,
    subjectId: act.subject_id,
    address: act.address,
    before: plain(act.before),
    after: plain(act.after),
    reason: act.reason,
    ...(act.approved_by === null ? {} : { approvedBy: act.approved_by }),
  })
}
