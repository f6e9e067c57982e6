/** The tail of the table `changes`: what the commits of all processes have changed (docs/polls.md). */
import type pg from 'pg'
import { type Changed, readChanged } from './changes.ts'
import { connect, send } from './connection.ts'
import { type Db, onlyRow } from './database.ts'
import { type Runner, sql } from './sql.ts'

export type Listener = {
  changed(what: Changed): void
  /** Called when every change committed before `ms` of the monotonic clock has been reported. */
  heardUntil(ms: number): void
  /** Receives `read`, with which it can fetch changes between two periodic reads. */
  listenBy(read: () => Promise<void>): void
}

export type Tail = {
  /** Reports what has been committed since the last read. Never throws: after a failed read everything may have changed. */
  read(): Promise<void>
  stop(): Promise<void>
}

const READ_EVERY_MS = 250
const GAP_MS = 20_000

/**
 * Reads on its own connection. As long as that lasts, the server is the same and has not crashed: what was not visible in
 * the last snapshot is new. On a new connection, or after a gap, everything may have changed.
 */
export function openTail(
  pool: pg.Pool,
  listener: Omit<Listener, 'listenBy'>,
  nowMs: () => number = () => performance.now(),
): Tail {
  let client: pg.PoolClient | undefined
  let snapshot: string | null = null
  let readAtMs = 0
  let reading: Promise<void> | undefined

  async function readOn(): Promise<void> {
    const beganMs = nowMs()
    if (beganMs - readAtMs > GAP_MS) snapshot = null
    try {
      client ??= await connect(pool)
      const tail = await changesSince(runnerOn(client), snapshot)
      if (snapshot === null) listener.changed('everybody')
      else if (tail.changed !== null) listener.changed(readChanged(tail.changed))
      snapshot = tail.snapshot
      readAtMs = beganMs
      listener.heardUntil(beganMs)
    } catch {
      snapshot = null
      client?.release(true)
      client = undefined
    }
  }

  return {
    read() {
      reading ??= readOn().finally(() => {
        reading = undefined
      })
      return reading
    },
    async stop() {
      await reading
      client?.release(true)
      client = undefined
    },
  }
}

/** Reads the tail every quarter of a second. The returned function stops it. */
export async function followChanges(pool: pg.Pool, listener: Listener): Promise<() => Promise<void>> {
  const tail = openTail(pool, listener)
  await tail.read()
  listener.listenBy(tail.read)
  const timer = setInterval(() => void tail.read(), READ_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await tail.stop()
  }
}

function runnerOn(client: pg.PoolClient): Runner {
  return {
    async run(query) {
      const { rows, rowCount } = await send(client, query)
      return { rows, count: rowCount ?? 0 }
    },
  }
}

/** The current snapshot, and what was committed between the previous snapshot and this one. */
async function changesSince(db: Runner, snapshot: string | null) {
  const { rows } = await sql<{ snapshot: string; changed: string | null }>`
    select pg_current_snapshot()::text as snapshot,
           (select string_agg(coalesce(array_to_string(people, ','), '*'), ',')
              from changes
             where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
               and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)) as changed`.execute(db)
  return onlyRow(rows, 'the tail of the changes')
}

/** Deletes the changes that every process has read or missed for too long (GAP_MS), by the server's clock. */
export async function sweepChanges(db: Db): Promise<void> {
  await sql`delete from changes where at < clock_timestamp() - interval '1 minute'`.execute(db)
}
