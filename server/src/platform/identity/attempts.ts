/**
 * Guesses are counted before they are checked: repeated failures wait longer and longer. A guess counts under the place
 * it comes from, so that strangers elsewhere slow down only themselves (docs/security.md#passwords-tokens-and-codes).
 */
import { type Db, onlyRow, transaction, type Tx } from '../database/database.ts'
import { refuseTooMany } from '../http/refuse.ts'
import { sql } from '../database/sql.ts'
import { keptSince } from '../retention.ts'

/** How many seconds must pass between a failure and the next attempt, by the number of failures before it. */
export type Waits = readonly number[]

/** For many places together: enough additional free tries that one place alone makes no other wait. */
export function waitsAnywhere(waits: Waits): Waits {
  return [...Array<number>(15).fill(0), ...waits]
}

/** One name under which attempts are counted, and how long its failures make it wait. */
export type Counter = { name: string; waits: Waits }

/**
 * Counts an attempt under each name before it is checked, or under none: refuses `too_many_requests` while one of them
 * waits. One statement each, so of a hundred simultaneous attempts only as many pass as there are free tries.
 */
export async function admit(db: Db, counters: readonly Counter[], at: Date): Promise<void> {
  await transaction(db, async (tx) => {
    for (const counter of counters) await count(tx, counter, at)
  })
}

async function count(tx: Tx, { name, waits }: Counter, at: Date): Promise<void> {
  const forgotten = keptSince('attempt counters', at) // after a day without a failure the count starts again
  const { rows: counted } = await sql`
    insert into attempts as a (name, failures, last_at) values (${name}, 1, ${at})
    on conflict (name) do update
       set failures = case when a.last_at < ${forgotten} then 1 else a.failures + 1 end, last_at = ${at}
     where a.last_at < ${forgotten}
        or a.last_at + make_interval(secs => (${waits}::integer[])[least(a.failures, ${waits.length})])
           <= greatest(${at}, a.last_at) -- of two at once the earlier may be counted second
    returning name`.execute(tx)
  if (counted.length > 0) return
  const { rows } = await sql<{ failures: number; lastAt: Date }>`
    select failures, last_at as "lastAt" from attempts where name = ${name}`.execute(tx)
  // The statement above has locked the row.
  const waitMs = nextAttemptAt(onlyRow(rows, `attempts under ${name}`), waits).getTime() - at.getTime()
  refuseTooMany(Math.max(1, Math.ceil(waitMs / 1000)))
}

/** When the next attempt is allowed. */
export function nextAttemptAt({ failures, lastAt }: { failures: number; lastAt: Date }, waits: Waits): Date {
  const waitS = waits[Math.min(failures, waits.length) - 1] ?? 0
  return new Date(lastAt.getTime() + waitS * 1000)
}

/** Forgets the failures under these names. */
export async function forgetAttempts(tx: Tx, names: readonly string[]): Promise<void> {
  await sql`delete from attempts where name = any(${names})`.execute(tx)
}

/** The same for every name with this prefix. */
export async function forgetAttemptsOf(tx: Tx, beginning: string): Promise<void> {
  await sql`delete from attempts where starts_with(name, ${`${beginning} `})`.execute(tx)
}

/** Deletes the counts that are too old to make anybody wait. */
export async function sweepAttempts(tx: Tx, at: Date): Promise<void> {
  await sql`delete from attempts where last_at < ${keptSince('attempt counters', at)}`.execute(tx)
}
