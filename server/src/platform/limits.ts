/** Rate limits (reliability.md, Controls). Writes count in the database, shared by processes; reads in memory. */
import type { LimitName } from '@bittkosh/contract/endpoint'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { refuse } from './refuse.ts'
import type { Services } from './services.ts'

type Window = { hits: number; perMs: number }

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** How often an account (or, signed out, an address) may make the calls of each kind. */
const windows: Record<Exclude<LimitName, 'none'>, Window[]> = {
  read: [{ hits: 120, perMs: MINUTE_MS }],
  poll: [{ hits: 40, perMs: MINUTE_MS }], // 20 of each: the list and the badge are polled side by side
  write: [{ hits: 60, perMs: HOUR_MS }],
  money: [{ hits: 20, perMs: HOUR_MS }],
  deposit: [{ hits: 10, perMs: HOUR_MS }],
  transfer: [
    { hits: 5, perMs: HOUR_MS },
    { hits: 20, perMs: DAY_MS },
  ],
  statement: [{ hits: 10, perMs: MINUTE_MS }], // a long one takes seconds
  upload: [{ hits: 20, perMs: DAY_MS }],
  login: [{ hits: 30, perMs: 15 * MINUTE_MS }], // by address; failures of one account grow their own delay
  register: [{ hits: 5, perMs: HOUR_MS }],
  forgot: [{ hits: 3, perMs: HOUR_MS }],
}
// A team decides hundreds of requests a day; an admin's own writes are bounded only against a runaway script.
const adminWrites: Window[] = [{ hits: 600, perMs: HOUR_MS }]

export type Limiter = {
  /** Counts a call; refuses `too_many_requests` with the seconds to wait when the window is full. */
  count(call: { limit: LimitName; who: string; isAdmin: boolean; isRead: boolean; at: Date }): Promise<void>
}

export function makeLimiter({ config, db }: Pick<Services, 'config' | 'db'>): Limiter {
  const memory = new Map<string, number>()
  let memoryWindow = 0
  return {
    async count({ limit, who, isAdmin, isRead, at }) {
      if (!config.rateLimits || limit === 'none') return
      const rules = isAdmin && !isRead ? adminWrites : windows[limit]
      if (isRead) {
        const window = Math.floor(at.getTime() / MINUTE_MS)
        if (window !== memoryWindow) {
          memory.clear()
          memoryWindow = window
        }
        const bucket = `${limit} ${who}`
        const hits = (memory.get(bucket) ?? 0) + 1
        memory.set(bucket, hits)
        for (const rule of rules) if (hits > rule.hits) tooMany(at, MINUTE_MS)
        return
      }
      const kind = isAdmin ? 'admin' : limit
      for (const rule of rules) {
        const hits = await hit(db, { bucket: `${kind} ${rule.perMs} ${who}`, perMs: rule.perMs, at })
        if (hits > rule.hits) tooMany(at, rule.perMs)
      }
    },
  }
}

/** Adds one hit to a bucket's current window and answers how many it has now. */
export async function hit(db: Db, { bucket, perMs, at }: { bucket: string; perMs: number; at: Date }): Promise<number> {
  const windowAt = new Date(Math.floor(at.getTime() / perMs) * perMs)
  const { rows } = await sql<{ hits: number }>`
    insert into rate_windows (bucket, window_at, hits) values (${bucket}, ${windowAt}, 1)
    on conflict (bucket, window_at) do update set hits = rate_windows.hits + 1
    returning hits`.execute(db)
  return rows[0]?.hits ?? 0
}

function tooMany(at: Date, perMs: number): never {
  const retryAfterSeconds = Math.ceil((perMs - (at.getTime() % perMs)) / 1000)
  return refuse({ code: 'too_many_requests', retryAfterSeconds })
}

/** Drops the windows that no count reads any more. */
export async function sweepWindows(db: Db, at: Date): Promise<void> {
  await sql`delete from rate_windows where window_at < ${new Date(at.getTime() - 2 * DAY_MS)}`.execute(db)
}
