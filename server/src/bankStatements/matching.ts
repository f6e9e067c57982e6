/** Matches the lines of statements: gathers pairs, applies the rule, writes the result. */
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { depositPairs, payoutPairs, releaseLines, returnPairs, type Scope, writeMatches } from './matchingQueries.ts'
import { matchLines } from './rules.ts'

const MATCH_LOCK = 7_302_041 // one at a time, so that a request is suggested to one line only

/** Whoever locks a line and then matches it takes this first, because the job locks lines while it matches. */
export async function lockMatching(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MATCH_LOCK})`.execute(tx)
}

/** Matches the lines of a scope again; only open lines change. */
export async function matchAgain(tx: Tx, scope: Scope): Promise<void> {
  await lockMatching(tx)
  await releaseLines(tx)
  const [deposits, returns] = [await depositPairs(tx, scope), await returnPairs(tx, scope)]
  const pairs = [...deposits, ...returns, ...(await payoutPairs(tx, scope))]
  if (pairs.length === 0) return
  await writeMatches(tx, { looked: [...new Set(pairs.map(({ line }) => line))], matches: matchLines(pairs) })
}
