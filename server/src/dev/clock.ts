/** DEV_TOOLS only: a clock that can be moved; a restart preserves the move. */
import type { Services } from '../platform/services.ts'
import { moveClock } from '@bittkosh/contract/dev'
import type { Db } from '../platform/database/database.ts'
import { type Route, writeInStages } from '../platform/http/http.ts'
import { type Job, runDueJobs } from '../platform/jobs/jobs.ts'
import { sql } from '../platform/database/sql.ts'

/** How far the clock was moved in an earlier run, in milliseconds. */
export async function storedClockOffset(db: Db): Promise<number> {
  const { rows } = await sql<{ offset_ms: bigint }>`select offset_ms from dev_clock`.execute(db)
  return Number(rows[0]?.offset_ms ?? 0n)
}

/** PUT /dev/clock: moves the clock, runs the jobs that became due, then replies. */
export function clockRoute(services: Services, jobs: readonly Job[]): Route {
  // Not one transaction: each job has its own.
  return writeInStages(moveClock, async ({ body }) => {
    services.clock.moveTo(body.now)
    await sql`
      insert into dev_clock (offset_ms) values (${Math.round(services.clock.offsetMs())})
      on conflict (only_row) do update set offset_ms = excluded.offset_ms`.execute(services.db)
    await runDueJobs(services, jobs)
    return { now: services.clock.now() }
  })
}
