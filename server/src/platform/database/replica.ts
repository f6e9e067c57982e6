/**
 * Reads apart from writes: lists of the panel, reports and files may come from a copy of the database
 * (docs/operations.md#a-replica-for-reads). No decision is based on it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { RefusalCode } from '@bittkosh/contract/refusals'
import { type Db, onlyRow } from './database.ts'
import { type Runner, sql } from './sql.ts'
import { isUnavailable } from './unavailable.ts'

export type Reads<Code extends RefusalCode = RefusalCode> = {
  /** Runs a read on the chosen server, and once more on the primary if the copy fails during the read. */
  run<T>(work: (db: Db<Code>) => Promise<T>): Promise<T>
  /** The server for a long read: the copy if it has everything that was committed before this call, otherwise the primary. */
  choose(): Promise<Db<Code>>
  /** How often each server was chosen since the start; both stay 0 without a copy. */
  readonly counts: { standby: number; primary: number }
}

/** Without a copy. */
export function readsFromPrimary(db: Db<RefusalCode>): Reads {
  return { run: (work) => work(db), choose: async () => db, counts: { standby: 0, primary: 0 } }
}

const CATCH_UP_MS = 250
const LOOK_EVERY_MS = 10
const ANSWERS_WITHIN_MS = 1_000
const REST_MS = 5_000

/**
 * Reads go to `copy` once it has replayed what the primary had committed when they began, so nobody misses what they just
 * wrote, whichever process wrote it. It must be a standby of the same system on the same timeline: one that was left
 * behind by a failover, or was promoted, is not used. If it lags, fails or is silent, the primary answers at once for the
 * next five seconds; `leave` makes later reads try another standby, if there is one.
 */
export function readsFromStandby(primary: Db<RefusalCode>, copy: Db<RefusalCode>, leave: () => void): Reads {
  const counts = { standby: 0, primary: 0 }
  let restsUntilMs = 0
  const isResting = () => performance.now() < restsUntilMs
  const rest = () => {
    if (isResting()) return // another read has already called leave
    restsUntilMs = performance.now() + REST_MS
    leave()
  }

  async function choose(): Promise<Db<RefusalCode>> {
    const db = (await isCurrent()) ? copy : primary
    counts[db === copy ? 'standby' : 'primary'] += 1
    return db
  }

  async function isCurrent(): Promise<boolean> {
    if (isResting()) return false
    const head = await headOf(primary)
    if (head.position === null) return false // the primary was demoted
    try {
      const untilMs = performance.now() + CATCH_UP_MS
      do {
        const reached = hasReached(copy, head)
        reached.catch(() => {}) // a silent copy's answer is not awaited
        const answer = await Promise.race([reached, wait(ANSWERS_WITHIN_MS, 'silent' as const)])
        if (answer === true) return true
        if (answer === 'silent') break
        await wait(LOOK_EVERY_MS)
      } while (performance.now() < untilMs)
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
    rest()
    return false
  }

  return {
    choose,
    counts,
    async run(work) {
      const db = await choose()
      try {
        return await work(db)
      } catch (error) {
        if (db === primary || !isUnavailable(error)) throw error
        rest() // the copy was lost, or its replay removed rows that the read still needed
        return work(primary)
      }
    },
  }
}

/** How far the primary's commits are on disk, and of which system and timeline; null: it was demoted. */
type LogPosition = { position: string | null; system: string; timeline: number | null }

const system = sql`(select system_identifier::text from pg_control_system()) as system`

async function headOf(primary: Runner): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`
    select at::text as position, ('x' || left(pg_walfile_name(at), 8))::bit(32)::integer as timeline, ${system}
      from (select case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end as at) here`.execute(primary)
  return onlyRow(rows, 'the position of the primary')
}

/**
 * The copy's timeline is the newest that it is known to follow: the receiver's, which a role without pg_read_all_stats
 * does not see, that of what it has written to its data files, or that of its last restart point, some minutes later.
 */
async function hasReached(copy: Runner, head: LogPosition): Promise<boolean> {
  const { rows } = await sql<{ replayed: boolean | null } & Omit<LogPosition, 'position'>>`
    select pg_last_wal_replay_lsn() >= ${head.position}::pg_lsn and pg_is_in_recovery() as replayed,
           greatest((select received_tli from pg_stat_wal_receiver),
                    (select min_recovery_end_timeline from pg_control_recovery()),
                    (select timeline_id from pg_control_checkpoint())) as timeline, ${system}`.execute(copy)
  const [at] = rows
  return at?.replayed === true && at.system === head.system && at.timeline === head.timeline
}
