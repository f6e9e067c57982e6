/** The final check of test files that moved money. */
import { expect } from 'vitest'
import type { Invariant } from '../../server/src/ledger/invariants.ts'
import { invariants } from '../../server/src/rooms.ts'
import type { TestServer } from './server.ts'

/**
 * Every invariant of the ledger and of every room holds, whatever this file has done. A file that books movements without the
 * record behind them names the invariants that it can satisfy.
 */
export async function expectInvariants({ services }: TestServer, kept: readonly Invariant[] = invariants) {
  for (const { name, find } of kept) expect(await find(services.db), name).toEqual([])
}
