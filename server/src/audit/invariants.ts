import type { Invariant } from '../ledger/invariants.ts'
import { digestOf, hashOf, type StoredAct } from './chain.ts'
import { actsAfter, signedDigests } from './queries.ts'

const BATCH = 1000

export const invariants: Invariant[] = [
  {
    name: 'each row of the audit log carries the hash of itself and the row before it, or was erased by one that signs for the rest',
    async find(db) {
      const signed = await signedDigests(db)
      let previous: StoredAct | undefined
      for (;;) {
        const acts = await actsAfter(db, previous?.id ?? 0, BATCH)
        for (const act of acts) {
          // One finding is enough: every row after a changed one was hashed over the row as it was.
          if (act.erased_at === null && !act.hash.equals(hashOf(act, previous?.hash ?? null)))
            return [`audit row ${act.id} (${act.action}) does not match its hash`]
          if (act.erased_at !== null && signed.get(act.id) !== digestOf(act))
            return [`audit row ${act.id} (${act.action}) is not as the act that erased it left it`]
          previous = act
        }
        if (acts.length < BATCH) return []
      }
    },
  },
]
