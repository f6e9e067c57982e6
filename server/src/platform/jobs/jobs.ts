/** Timed work. Every job is safe to run twice and on two machines; the unique keys of its tables guarantee that. */
import type { Tx } from '../database/database.ts'
import type { Services } from '../services.ts'
import { sql } from '../database/sql.ts'

export type Job = {
  name: string
  /** When it runs by itself, in Asia/Kolkata. Code that must not wait for that also calls `wake`. */
  cron: string
  /** Several processes run it at the same time, locking its rows one by one. Any other job runs under its own lock. */
  shared?: true
  /**
   * Waits for other machines: a process has this many runs at once, so that one that hangs does not delay new work, and
   * no start waits for them. One for any other job.
   */
  atOnce?: number
  /** Pays, deletes or notifies people by the date: it waits while the date is in doubt (docs/rules.md#a-date-in-doubt). */
  byDate?: true
  /** Does everything that is due at `at`. Called by the schedule, at start, and when the clock is moved. */
  run(services: Services, at: Date): Promise<void>
}

/** The channel that notifies processes of work that a commit has made due. */
export const WAKE_CHANNEL = 'bittkosh_jobs'

/** Makes a job run as soon as this transaction commits, in every process that runs jobs. */
export async function wake(tx: Tx, job: string): Promise<void> {
  await sql`select pg_notify(${WAKE_CHANNEL}, ${job})`.execute(tx)
}

/** Whether a job waits for the date to be confirmed. */
export function isHeld({ clock }: Pick<Services, 'clock'>, { byDate }: Job): boolean {
  return byDate === true && clock.isDoubted()
}

/** Runs every job once, in order, without a lock. A job that fails is logged and does not stop the others. */
export async function runDueJobs(services: Services, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    if (isHeld(services, job)) continue
    try {
      await job.run(services, services.clock.now())
    } catch (error) {
      services.log.error({ job: job.name, err: error }, 'job failed')
    }
  }
}
