/** Timed work: every job is safe to run twice and on two machines; its tables' unique keys see to that. */
import type { Tx } from './database.ts'
import type { Services } from './services.ts'
import { sql } from './sql.ts'

export type Job = {
  name: string
  /** When it runs by itself, in Asia/Kolkata. Work that should not wait for that calls `wake` too. */
  cron: string
  /** Does everything that is due at `at`. Called by the schedule, at start, and when the clock is moved. */
  run(services: Services, at: Date): Promise<void>
}

/** The channel on which processes hear of work that a commit has made due. */
export const WAKE_CHANNEL = 'bittkosh_jobs'

/** Has a job run as soon as this transaction commits, in every process that runs jobs. */
export async function wake(tx: Tx, job: string): Promise<void> {
  await sql`select pg_notify(${WAKE_CHANNEL}, ${job})`.execute(tx)
}

/** Runs every job's due work once, in order. A job that fails is logged and does not stop the others. */
export async function runDueJobs(services: Services, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    try {
      await job.run(services, services.clock.now())
    } catch (error) {
      services.log.error({ job: job.name, err: error }, 'job failed')
    }
  }
}
