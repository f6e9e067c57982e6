/** Matches the lines of statements: gathers pairs, asks the rule, writes what came of it. */
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { depositPairs, type PairRow, payoutPairs, releaseLines, type Scope, writeMatches } from './matchingQueries.ts'
import { matchLines } from './rules.ts'

const MATCH_LOCK = 7_302_041 // one at a time, so that a request is suggested to one line only

/** Looks at the lines of a scope again; only open lines change. */
export async function matchAgain(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MATCH_LOCK})`.execute(tx)
  await releaseLines(tx)
  await write(tx, 'deposit', await depositPairs(tx, scope))
  await write(tx, 'withdrawal', await payoutPairs(tx, scope))
}

async function write(tx: Tx, kind: 'deposit' | 'withdrawal', pairs: readonly PairRow[]): Promise<void> {
  if (pairs.length === 0) return
  const taken = new Set(pairs.filter(({ isTaken }) => isTaken).map(({ request }) => request))
  const looked = [...new Set(pairs.map(({ line }) => line))]
  await writeMatches(tx, { kind, looked, matches: matchLines(pairs, taken) })
}
