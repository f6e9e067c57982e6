/** The whole program without a network, on the demo's own clock: the demo's people and admins act through its calls. */
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../../server/src/app.ts'
import type { Config } from '../../../server/src/config.ts'
import { type Clock, makeClock } from '../../../server/src/platform/clock.ts'
import { transaction } from '../../../server/src/platform/database/database.ts'
import { readsFromPrimary } from '../../../server/src/platform/database/replica.ts'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { makePolls } from '../../../server/src/platform/http/polls.ts'
import { openSession } from '../../../server/src/platform/identity/sessions.ts'
import { makeLog } from '../../../server/src/platform/log.ts'
import type { Services } from '../../../server/src/platform/services.ts'
import { makeSettingsSnapshot } from '../../../server/src/platform/settings.ts'

/** Signed in with their first call. */
export type Caller = { id: number; role: 'user' | 'admin' }

type Request = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object }

export type Desk = {
  db: Services['db']
  /** Signs everybody out and moves the clock to this share of the desk's opening hours; never backwards. */
  goOn(share: number): Promise<void>
  now(): Date
  /** The reply of a call; a refusal is an error in the demo and throws. */
  call<Reply = unknown>(as: Caller, request: Request): Promise<Reply>
  /** The same for a call that must be refused. */
  refused(as: Caller, request: Request): Promise<void>
  /** Fetches a file and discards it. */
  download(as: Caller, path: string): Promise<void>
  /** Uploads a JPEG; returns the link to send with a call. */
  upload(as: Caller, picture: Buffer): Promise<string>
  close(): Promise<void>
}

const CALL_MS = 2_000 // between two calls

export async function openDesk(
  db: Services['db'],
  { config, opensAt, closesAt }: { config: Config; opensAt: Date; closesAt: Date },
): Promise<Desk> {
  const clock = deskClock(opensAt)
  const services: Services = {
    config: { ...config, rateLimits: false, devTools: false },
    db,
    reads: readsFromPrimary(db),
    clock,
    settings: makeSettingsSnapshot(db),
    polls: makePolls(),
    log: makeLog({ level: 'fatal' }),
    traces: null,
  }
  const app = await buildApp(services)
  const tokens = new Map<number, string>()
  const send = async ({ id, role }: Caller, request: Request, content?: Content) => {
    const known = tokens.get(id)
    const at = clock.now()
    const token = known ?? (await transaction(db, (tx) => openSession(tx, { user: id, role, device: 'Demo', at })))
    tokens.set(id, token)
    clock.moveTo(new Date(at.getTime() + CALL_MS))
    return inject(app, token, request, content)
  }
  const done = async (as: Caller, request: Request, content?: Content): Promise<string> => {
    const { status, text } = await send(as, request, content)
    if (status >= 300) throw new Error(`${request.method} ${request.path} was answered with ${status} ${text}`)
    return text
  }
  const signOut = async () => {
    for (const token of tokens.values()) await inject(app, token, { method: 'POST', path: '/logout' })
    tokens.clear()
  }
  return {
    db,
    async goOn(share) {
      await signOut()
      const at = opensAt.getTime() + share * (closesAt.getTime() - opensAt.getTime())
      clock.moveTo(new Date(Math.max(at, clock.now().getTime())))
    },
    now: clock.now,
    async call<Reply>(as: Caller, request: Request) {
      const text = await done(as, request)
      return (text === '' ? undefined : JSON.parse(text)) as Reply // as the contract has it
    },
    async download(as, path) {
      await done(as, { method: 'GET', path })
    },
    async refused(as, request) {
      const { status, text } = await send(as, request)
      if (status < 400 || status >= 500) throw new Error(`${request.method} ${request.path} was not refused: ${text}`)
    },
    async upload(as, picture) {
      const end = 'demo-picture'
      const head = `--${end}\r\ncontent-disposition: form-data; name="image"; filename="picture.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
      const payload = Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${end}--\r\n`)])
      const type = `multipart/form-data; boundary=${end}`
      const text = await done(as, { method: 'POST', path: '/upload-image' }, { type, payload })
      return (JSON.parse(text) as { url: string }).url
    },
    async close() {
      await signOut()
      await app.close()
    },
  }
}

type Content = { type: string; payload: string | Buffer }

async function inject(
  app: FastifyInstance,
  token: string,
  { method, path, body }: Request,
  content: Content | null = body === undefined ? null : { type: 'application/json', payload: JSON.stringify(body) },
): Promise<{ status: number; text: string }> {
  const reply = await app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, ...(content && { 'content-type': content.type }) },
    ...(content && { payload: content.payload }),
  })
  return { status: reply.statusCode, text: reply.body }
}

/** Stands still between the calls, so that the machine's speed does not matter. */
function deskClock(startsAt: Date): Clock {
  const clock = makeClock(0, () => startsAt)
  clock.trust(startsAt)
  return clock
}

/** How many rows a statement counts. */
export async function countOf(db: Desk['db'], from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${from}`.execute(db)
  return rows[0]?.n ?? 0
}

/** One of each `of` users, within bounds. */
export function share(total: number, of: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, Math.floor(total / of)))
}

/** `paise`: the balance of their wallet. */
type Picked = { id: number; number: number; name: string; paise: bigint }

/** Active people of the demo who meet a condition on `u` and their wallet `a`, in an order determined by their ids and `salt`. */
export async function pickPeople(
  db: Desk['db'],
  { where, limit, salt }: { where: ReturnType<typeof sql>; limit: number; salt: string },
): Promise<Picked[]> {
  const { rows } = await sql<Picked>`
    select u.id, substr(u.referral_code, 5)::integer as number, u.name, a.balance as paise
      from users u
      join ledger_accounts a on a.holder = u.id and a.kind = 'wallet'
     where u.referral_code like 'DEMO%' and u.is_active and u.frozen_at is null and u.closed_at is null and (${where})
     order by md5(${salt} || u.id)
     limit ${limit}`.execute(db)
  return rows
}

/** For the user `u`. */
export const identityApproved = sql`
  exists (select from kyc_records k where k.user_id = u.id and k.status = 'approved')`
