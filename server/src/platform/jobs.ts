/** Timed work: every job is safe to run twice and on two machines; its tables' unique keys see to that. */
import type { Services } from './services.ts'

export type Job = {
  name: string
  /** Cron in Asia/Kolkata; null for work that is due after each commit that asked for it and once a minute. */
  cron: string
  /** Does everything that is due at `at`. Called by the schedule, at start, and when the clock is moved. */
  run(services: Services, at: Date): Promise<void>
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
