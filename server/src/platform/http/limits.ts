/** Rate limits (docs/security.md#rate-limits). Writes count in the database, shared by processes; reads in memory. */
import type { Endpoint, LimitName } from '@bittkosh/contract/endpoint'
import type { Db } from '../database/database.ts'
import { networkOf } from './network.ts'
import { refuseTooMany } from './refuse.ts'
import type { Services } from '../services.ts'
import { sql } from '../database/sql.ts'

type Rule = { hits: number; perMs: number }
type LimitedKind = Exclude<LimitName, 'none'> | 'document'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * How often an account (or, signed out, an address) may make the calls of each kind. No limit is shared by all callers:
 * whoever filled it would close the call for everybody.
 */
const rulesOf: Record<LimitedKind, Rule[]> = {
  read: [{ hits: 120, perMs: MINUTE_MS }],
  document: [{ hits: 60, perMs: MINUTE_MS }], // the API document and the files of its page: a visit reads three
  poll: [{ hits: 20, perMs: MINUTE_MS }],
  write: [{ hits: 60, perMs: HOUR_MS }],
  money: [{ hits: 20, perMs: HOUR_MS }],
  deposit: [{ hits: 10, perMs: HOUR_MS }],
  transfer: [
    { hits: 5, perMs: HOUR_MS },
    { hits: 20, perMs: DAY_MS }, // each recipient look-up begins a transfer, so this also limits look-ups
  ],
  statement: [{ hits: 10, perMs: MINUTE_MS }], // a long statement takes seconds
  message: [{ hits: 20, perMs: HOUR_MS }],
  notice: [{ hits: 60, perMs: HOUR_MS }], // an admin's to one person each; to all at once it needs a fresh code
  contact: [{ hits: 5, perMs: HOUR_MS }],
  upload: [{ hits: 20, perMs: DAY_MS }],
  session: [{ hits: 120, perMs: MINUTE_MS }], // by session: what its owner needs in another one to end a stolen one
  login: [{ hits: 30, perMs: 15 * MINUTE_MS }], // by address; repeated failures of one account also have a growing delay
  register: [{ hits: 5, perMs: HOUR_MS }],
  forgot: [{ hits: 3, perMs: HOUR_MS }],
}
/** Counted separately for each call: a poll of the bell's list uses nothing of the badge's limit, a claim nothing of a cancel's. */
const countedByCall: ReadonlySet<LimitedKind> = new Set(['poll', 'money', 'write', 'login'])
// A team decides hundreds of requests a day; an admin's own writes are limited only against a runaway script.
const adminWrites: Rule[] = [{ hits: 600, perMs: HOUR_MS }]
// Homes, offices and whole mobile networks share an address; this stops one machine with many accounts.
const ACCOUNTS_AT_ONE_ADDRESS = 20

/** Which limit counts a call, and the name under which it counts. */
export function limitOf(endpoint: Endpoint): Pick<Counted, 'limit' | 'call'> {
  const { method, path, idempotent } = endpoint
  const { limit = method === 'GET' ? 'read' : idempotent ? 'money' : 'write' } = endpoint
  return { limit, call: `${method} ${path}` }
}

export type Counted = {
  limit: LimitName | 'document'
  /** 'POST /withdrawals' */
  call: string
  address: string
  user: { id: number; role: 'user' | 'admin'; session: number } | undefined
  isRead: boolean
  at: Date
}

export type Limiter = {
  /** Counts a call; refuses `too_many_requests` with the seconds to wait when a window is full. */
  count(call: Counted): Promise<void>
  /** Counts a read; false, and nothing is counted, when a window is full. */
  allows(read: Omit<Counted, 'isRead'>): boolean
}

export function makeLimiter({ config, db }: Pick<Services, 'config' | 'db'>): Limiter {
  const memory = new Map<string, number>()
  let memoryWindow = 0
  return {
    allows(read) {
      if (!config.rateLimits || read.limit === 'none') return true
      return countInMemory(windowsOf({ ...read, isRead: true }, read.limit), read.at).length === 0
    },
    async count(call) {
      if (!config.rateLimits || call.limit === 'none') return
      const windows = windowsOf(call, call.limit)
      const full = call.isRead ? countInMemory(windows, call.at) : await countInDatabase(db, windows, call.at)
      if (full.length === 0) return
      const waits = full.map(({ perMs }) => perMs - (call.at.getTime() % perMs))
      refuseTooMany(Math.ceil(Math.max(...waits) / 1000))
    },
  }

  /** Adds one hit to each window, or returns those that are full and adds none. */
  function countInMemory(windows: readonly Window[], at: Date): Window[] {
    if (windows.some(({ perMs }) => perMs !== MINUTE_MS))
      throw new Error('countInMemory: a read is limited by the minute')
    const minute = Math.floor(at.getTime() / MINUTE_MS)
    if (minute !== memoryWindow) {
      memory.clear()
      memoryWindow = minute
    }
    const hitsOf = ({ bucket }: Window) => memory.get(bucket) ?? 0
    const full = windows.filter((window) => hitsOf(window) >= window.hits)
    if (full.length === 0) for (const window of windows) memory.set(window.bucket, hitsOf(window) + 1)
    return full
  }
}

type Window = Rule & { bucket: string }

function windowsOf({ call, address, user, isRead }: Counted, limit: LimitedKind): Window[] {
  const network = networkOf(address)
  if (user?.role === 'admin' && !isRead && limit !== 'session') {
    const ofNotices = limit === 'notice' ? named(`notice admin ${user.id}`, rulesOf.notice) : []
    return [...named(`admin ${user.id}`, adminWrites), ...ofNotices]
  }
  const kind = countedByCall.has(limit) ? `${limit} ${call}` : limit
  const own = user && (limit === 'session' ? `${user.session}` : `user ${user.id}`)
  return [
    ...named(`${kind} ${own ?? `address ${network}`}`, rulesOf[limit]),
    ...(user
      ? named(
          `${kind} at ${network}`,
          rulesOf[limit].map(({ hits, perMs }) => ({ hits: hits * ACCOUNTS_AT_ONE_ADDRESS, perMs })),
        )
      : []),
  ]
}

function named(who: string, rules: readonly Rule[]): Window[] {
  return rules.map((rule) => ({ ...rule, bucket: `${who} ${rule.perMs}` }))
}

/** Adds one hit to each window and returns those that were full. A refused call is subtracted from the others. */
async function countInDatabase(db: Db, windows: readonly Window[], at: Date): Promise<Window[]> {
  const starts = windows.map(({ perMs }) => new Date(Math.floor(at.getTime() / perMs) * perMs))
  const buckets = windows.map(({ bucket }) => bucket)
  const { rows } = await sql<{ bucket: string; hits: number }>`
    insert into rate_windows as counted (bucket, window_at, hits)
    select bucket, window_at, 1
      from unnest(${buckets}::text[], ${starts}::timestamptz[]) as hit (bucket, window_at)
     order by bucket -- two calls lock the rows they share in one order
    on conflict (bucket, window_at) do update set hits = counted.hits + 1
    returning bucket, hits`.execute(db)
  const hits = new Map(rows.map((row) => [row.bucket, row.hits]))
  const full = windows.filter(({ bucket, hits: most }) => (hits.get(bucket) ?? 0) > most)
  const others = windows.flatMap((window, n) => (full.includes(window) ? [] : [{ ...window, start: starts[n] }]))
  if (full.length > 0 && others.length > 0) {
    await sql`
      update rate_windows w set hits = w.hits - 1
        from unnest(${others.map(({ bucket }) => bucket)}::text[], ${others.map(({ start }) => start)}::timestamptz[])
             as other (bucket, window_at)
       where w.bucket = other.bucket and w.window_at = other.window_at`.execute(db)
  }
  return full
}

/** Deletes the windows that are no longer counted. */
export async function sweepWindows(db: Db, at: Date): Promise<void> {
  await sql`delete from rate_windows where window_at < ${new Date(at.getTime() - 2 * DAY_MS)}`.execute(db)
}
