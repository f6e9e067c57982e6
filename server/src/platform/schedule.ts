/**
 * Runs the jobs: on their cron by pg-boss, which sees to it that one process of many takes each turn, and at once
 * when a commit has made work due. A turn or a wake-up that is missed loses nothing: a job does all that is due.
 */
import type pg from 'pg'
import PgBoss from 'pg-boss'
import { type Job, WAKE_CHANNEL } from './jobs.ts'
import type { Services } from './services.ts'

const LISTEN_AGAIN_MS = 1_000
const STOP_WITHIN_MS = 10_000
const START_LOCK = 7_302_003

export type RunningJobs = { stop(): Promise<void> }

export async function startJobs(services: Services, jobs: readonly Job[], pool: pg.Pool): Promise<RunningJobs> {
  const runs = new Map(jobs.map((job) => [job.name, oneAtATime(() => job.run(services, services.clock.now()))]))
  const boss = await alone(pool, () => startBoss(services, jobs, { pool, runs }))
  const stopListening = await listen(services, { pool, runs })
  return {
    async stop() {
      await Promise.all([stopListening(), boss.stop({ graceful: true, wait: true, timeout: STOP_WITHIN_MS })])
    },
  }
}

/** Processes that start together take turns: pg-boss deadlocks when two make their tables at once. */
async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [START_LOCK])
    return await work()
  } finally {
    client.release(true) // the lock ends with its connection, however the work went
  }
}

type Runs = ReadonlyMap<string, () => Promise<void>>

async function startBoss(services: Services, jobs: readonly Job[], { pool, runs }: { pool: pg.Pool; runs: Runs }) {
  const boss = new PgBoss({
    db: { executeSql: statementsOf(pool, services.log) },
    schema: 'pgboss',
    // Nothing reads finished turns; they are kept for a day for whoever looks into a fault.
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterDays: 1,
  })
  boss.on('error', (error) => services.log.error({ err: error }, 'job queue failed'))
  await boss.start()
  for (const { name, cron } of jobs) {
    // stately: one turn waits and one runs at most, however long a turn takes.
    const queue = {
      name,
      policy: 'stately',
      retryLimit: 5,
      retryDelay: 30,
      retryBackoff: true,
      expireInHours: 1,
    } as const
    await boss.createQueue(name, queue)
    await boss.schedule(name, cron, undefined, { tz: 'Asia/Kolkata' })
    await boss.work(name, { pollingIntervalSeconds: 10 }, async () => {
      try {
        await runs.get(name)?.()
      } catch (error) {
        services.log.error({ job: name, err: error }, 'job failed')
        throw error // so that it is tried again sooner than its next turn
      }
    })
  }
  for (const { name } of await boss.getSchedules()) if (!runs.has(name)) await boss.unschedule(name)
  return boss
}

// How pg-boss 10.4.2 writes the statements that end a turn (its plans.js: completeJobs, failJobsById).
const endsTurn = /UNNEST\(\$2::uuid\[\]\)[^]*COUNT\(\*\) FROM results/

/**
 * Statements of pg-boss. It does not wait for the one that ends a turn (manager.js, watch), so a database that is lost
 * in that moment would end the program. The turn then counts as running until it expires; wake-ups go on.
 */
export function statementsOf(pool: Pick<pg.Pool, 'query'>, log: Services['log']) {
  return async (text: string, values?: unknown[]): Promise<{ rows: unknown[] }> => {
    try {
      return await pool.query(text, values)
    } catch (error) {
      if (!endsTurn.test(text)) throw error
      log.error({ err: error }, 'the end of a turn was not recorded')
      return { rows: [{ count: 0 }] }
    }
  }
}

/** Listens for wake-ups on a connection of its own, and opens another whenever that breaks. */
async function listen(services: Services, { pool, runs }: { pool: pg.Pool; runs: Runs }): Promise<() => Promise<void>> {
  let stopped = false
  let release = () => {}
  let again: NodeJS.Timeout | undefined
  let opening = open()
  await opening

  async function open() {
    try {
      const client = await pool.connect()
      // A connection that breaks says so twice, as an error and as its end; it is given back once.
      let isOpen = true
      release = () => {
        if (!isOpen) return
        isOpen = false
        client.removeAllListeners('notification')
        client.release(true)
      }
      client.on('error', reopen)
      client.on('end', reopen)
      client.on('notification', ({ payload }) => void (payload && run(payload)))
      await client.query(`listen ${WAKE_CHANNEL}`)
    } catch {
      reopen()
    }
  }

  function reopen() {
    release()
    if (stopped) return
    again ??= setTimeout(() => {
      again = undefined
      opening = open()
      // What was asked for while nobody listened is due now.
      for (const name of runs.keys()) void run(name)
    }, LISTEN_AGAIN_MS)
  }

  async function run(name: string) {
    try {
      await runs.get(name)?.()
    } catch (error) {
      services.log.error({ job: name, err: error }, 'job failed')
    }
  }

  return async () => {
    stopped = true
    clearTimeout(again)
    await opening
    release()
  }
}

/** Work of which one run goes on at a time; asked during a run, it runs once more after it. */
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
