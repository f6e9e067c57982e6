/**
 * Runs the jobs in every process: by their cron, when a commit wakes them, and once at the start. A run takes an advisory
 * lock of the database, so that one process at a time does the work of a job; correctness does not depend on it, because
 * a job is safe to run twice. A missed run loses nothing: the next run does everything that is due. Reasons:
 * docs/decisions/0210-timed-work-under-session-locks.md.
 */
import { Cron } from 'croner'
import type pg from 'pg'
import { connect } from '../database/connection.ts'
import { type Db, dbOn, isUnavailable, onlyRow } from '../database/database.ts'
import { isHeld, type Job, WAKE_CHANNEL } from './jobs.ts'
import type { Services } from '../services.ts'
import { sql } from '../database/sql.ts'
import { spanned } from '../traces/traces.ts'

const TIME_ZONE = 'Asia/Kolkata'
const CONNECT_AGAIN_MS = 1_000
const STOP_WITHIN_MS = 10_000
const JOB_LOCKS = 7_302_003 // the first half of the locks' keys; the second is the hash of the job's name

export type RunningJobs = {
  /**
   * Resolves when the jobs due at the start have run, except those that another process has locked or that wait for other
   * machines.
   */
  caughtUp: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the schedule and runs everything that is due. A job that another process has locked, or that waits for the date
 * to be confirmed, is retried after `lockedAgainMs`, so that the work of a killed process is taken over; one that failed,
 * after `failedAgainMs`.
 */
export async function startJobs(
  services: Services,
  jobs: readonly Job[],
  {
    pool,
    lockedAgainMs = 5_000,
    failedAgainMs = 60_000,
  }: { pool: pg.Pool; lockedAgainMs?: number; failedAgainMs?: number },
): Promise<RunningJobs> {
  const again = new Map<Job, NodeJS.Timeout>()
  let stopped = false
  let isAway = false // the database or the store of files, since the last run that succeeded
  const runs = new Map(jobs.map((job) => [job.name, severalAtOnce(job.atOnce ?? 1, () => run(job))]))
  const runAll = async () => {
    for (const { name, atOnce } of jobs) {
      const done = runs.get(name)?.()
      if (atOnce === undefined) await done
    }
  }
  const session = await openSession(pool, {
    onWake: (name) => void runs.get(name)?.(),
    onReturn: () => void runAll(), // wake-ups in between were missed
  })
  const caughtUp = runAll()
  const crons = jobs.map(
    ({ name, cron }) => new Cron(cron, { timezone: TIME_ZONE, unref: true }, () => void runs.get(name)?.()),
  )
  return {
    caughtUp,
    async stop() {
      stopped = true
      for (const cron of crons) cron.stop()
      for (const timer of again.values()) clearTimeout(timer)
      // each requests one more run, which ends at once
      const running = Promise.all([...runs.values()].map((runOne) => runOne()))
      await Promise.race([running, passing(STOP_WITHIN_MS)])
      await session.close()
    },
  }

  async function run(job: Job): Promise<void> {
    if (stopped) return
    clearTimeout(again.get(job))
    const waitMs = await runLocked(job)
    if (waitMs === null || stopped) return
    clearTimeout(again.get(job)) // of a run at the same time that failed too
    again.set(job, setTimeout(() => void runs.get(job.name)?.(), waitMs).unref())
  }

  /** Returns the delay until the next attempt, or null when the run is done. */
  async function runLocked(job: Job): Promise<number | null> {
    if (isHeld(services, job)) return lockedAgainMs
    try {
      if (job.shared) return await traced(job).then(() => null)
      const unlock = await session.lock(job.name)
      if (!unlock) return lockedAgainMs
      try {
        await traced(job)
      } finally {
        await unlock()
      }
      return null
    } catch (error) {
      const isKnown = isAway && isUnavailable(error)
      isAway ||= isUnavailable(error)
      if (!isKnown) services.log.error({ job: job.name, err: error }, 'job failed')
      return failedAgainMs
    }
  }

  async function traced(job: Job): Promise<void> {
    await spanned(services.traces?.begin(`job ${job.name}`), () => job.run(services, services.clock.now()))
    isAway = false
  }
}

type Session = {
  /** Takes the lock of a job and returns a function that releases it; null while another process has it. */
  lock(job: string): Promise<(() => Promise<void>) | null>
  close(): Promise<void>
}

/**
 * A connection for wake-ups and locks, reopened whenever it breaks. The locks belong to the session, not to a
 * transaction: a long night occupies no connection of the pool and keeps no transaction open, and the end of the process
 * ends the session and releases them.
 */
async function openSession(
  pool: pg.Pool,
  { onWake, onReturn }: { onWake: (job: string) => void; onReturn: () => void },
): Promise<Session> {
  let client: pg.PoolClient | null = null
  let db: Db | null = null
  let closed = false
  let again: NodeJS.Timeout | undefined
  let opening: Promise<unknown> = open()
  await opening

  /** Returns whether the connection is open. */
  async function open(): Promise<boolean> {
    try {
      const opened = await connect(pool)
      opened.on('error', () => leave(opened))
      opened.on('end', () => leave(opened))
      opened.on('notification', ({ payload }) => payload && onWake(payload))
      client = opened
      db = dbOn(opened)
      await sql`listen ${sql.ref(WAKE_CHANNEL)}`.execute(db)
      return true
    } catch {
      if (client) leave(client)
      else openLater()
      return false
    }
  }

  /** A broken connection emits both an error and its end; it is released once. */
  function leave(broken: pg.PoolClient) {
    if (client !== broken) return
    client = db = null
    broken.removeAllListeners('notification')
    broken.release(true)
    openLater()
  }

  function openLater() {
    if (closed) return
    again ??= setTimeout(() => {
      again = undefined
      opening = open().then((isOpen) => isOpen && onReturn())
    }, CONNECT_AGAIN_MS)
  }

  return {
    async lock(job) {
      const holder = db
      if (!holder) return null
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_lock(${JOB_LOCKS}::int, hashtext(${job})) as taken`.execute(holder)
      if (!onlyRow(rows, `lock of ${job}`).taken) return null
      return async () => {
        // A lost connection has already released its locks.
        if (db === holder) await sql`select pg_advisory_unlock(${JOB_LOCKS}::int, hashtext(${job}))`.execute(holder)
      }
    },
    async close() {
      closed = true
      clearTimeout(again)
      await opening
      if (client) leave(client)
    },
  }
}

/** Wraps work so that only one run is active at a time; a call during a run causes one more run afterwards. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => {
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}

/** The same with this many places, each with one run at a time: a run that hangs occupies only its own. */
function severalAtOnce(places: number, work: () => Promise<void>): () => Promise<void> {
  const each = Array.from({ length: places }, () => oneAtATime(work))
  return async () => void (await Promise.all(each.map((runOne) => runOne())))
}

function passing(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
