/** A whole server on a fresh database for one test file: calls go through HTTP (inject), and its clock is injected. */
import { randomBytes, randomInt } from 'node:crypto'
import { BACKGROUND_HEADER, DEVICE_HEADER } from '@bittkosh/contract/endpoint'
import type { Language } from '@bittkosh/contract/language'
import type { Role } from '@bittkosh/contract/roles'
import { type Paise, paise } from '@bittkosh/contract/money'
import type { RefusalCode } from '@bittkosh/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { balanceAdjusted } from '../../server/src/ledger/movements.ts'
import { openAccounts, post } from '../../server/src/ledger/post.ts'
import { refusalsOf } from '../../server/src/platform/http/callRefusals.ts'
import { type Clock, makeClock } from '../../server/src/platform/clock.ts'
import { onlyRow, transaction } from '../../server/src/platform/database/database.ts'
import { type OpenDatabase } from '../../server/src/platform/database/open.ts'
import { makePolls } from '../../server/src/platform/http/polls.ts'
import { runDueJobs } from '../../server/src/platform/jobs/jobs.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import type { Services } from '../../server/src/platform/services.ts'
import { openSession } from '../../server/src/platform/identity/sessions.ts'
import { makeSettingsSnapshot } from '../../server/src/platform/settings.ts'
import { readsFromPrimary } from '../../server/src/platform/database/replica.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { jobs, routes } from '../../server/src/rooms.ts'

export type TestUser = { id: number; name: string; email: string; phone: string; token: string }
/**
 * The start of a test server's clock: noon in India, on a day in every machine's past. TEST_NOW sets another time, such as the end
 * of a financial year: `TEST_NOW=2027-03-31T18:29:59Z npx vitest run --project database …`
 */
const START = new Date(process.env['TEST_NOW'] ?? '2026-11-21T06:30:00Z')

/** A clock on a machine whose own clock jumps when a test calls `jump`; the one of the database's machine does not. */
export type TestClock = Clock & { jump(byMs: number): void }

/** Advances by a millisecond each time it is read, so that neither the machine's date nor its speed matters. */
function makeTestClock(): TestClock {
  let machineMs = START.getTime()
  let jumpedMs = 0
  const clock = makeClock(0, () => new Date(machineMs))
  clock.trust(START)
  return {
    ...clock,
    now() {
      const at = clock.now()
      machineMs++
      return at
    },
    database: () => sql`${new Date(clock.now().getTime() - jumpedMs)}::timestamptz`,
    jump(byMs) {
      machineMs += byMs
      jumpedMs += byMs
    },
  }
}

// Tests read replies as a client without types does.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; body: any; headers: Record<string, unknown> }

export type TestServer = {
  app: FastifyInstance
  services: Services
  clock: TestClock
  /**
   * A call as a client makes it; `as` signs in, `key` is the Idempotency-Key, `background` marks a poll, `language` is the page's,
   * `device` the browser's random id, `code` a fresh code of the admin's second factor, `address`
   * the client's network address. The path is below /api.
   */
  call(
    method: string,
    path: string,
    options?: {
      as?: TestUser
      body?: unknown
      key?: string
      background?: boolean
      language?: Language
      device?: string | undefined
      code?: string | undefined
      address?: string | undefined
    },
  ): Promise<Answer>
  /** A fresh active user with the given wallet, in rupees. */
  makeUser(options?: NewUser): Promise<TestUser>
  /** Several of them, with few statements. */
  makeUsers(...options: NewUser[]): Promise<TestUser[]>
  /** Opens a new session, after the clock was moved past the end of the old one. */
  signedInAgain(user: TestUser): Promise<TestUser>
  /** Moves the clock and runs the jobs that became due. */
  travelTo(at: Date): Promise<void>
  close(): Promise<void>
}

type NewUser = {
  role?: 'user' | 'admin'
  /** For an admin; owner by default. */
  roles?: Role[]
  walletRupees?: number
  referredBy?: number
  name?: string
  /** Whether e-mail and phone are verified; true by default. */
  isProven?: boolean
}

type ServerDatabase = Pick<OpenDatabase, 'db' | 'onChanges' | 'url' | 'close'> & { dataDir: string }

/**
 * Starts a test server; `env` adds to the configuration. Rate limits are off unless a test turns them on. A bench, which runs
 * outside vitest, passes its own migrated database.
 */
export async function testServer({
  env = {},
  database: own,
  traces = null,
}: { env?: Record<string, string>; database?: ServerDatabase; traces?: Services['traces'] } = {}): Promise<TestServer> {
  const database = own ?? (await (await import('./database.ts')).testDatabase())
  const config = readConfig({
    RATE_LIMITS: 'off',
    DEV_TOOLS: 'on',
    DATABASE_URL: database.url,
    DATA_DIR: database.dataDir,
    ...env,
  })
  const clock = makeTestClock()
  const log = makeLog({ level: 'fatal' })
  const polls = makePolls({ nowMs: () => 0 })
  const services: Services = {
    config,
    db: database.db,
    reads: readsFromPrimary(database.db),
    clock,
    settings: makeSettingsSnapshot(database.db),
    polls,
    log,
    traces,
  }
  database.onChanges(polls.changed)
  polls.heardUntil(0) // no other process sends changes
  const app = await buildApp(services)
  return {
    app,
    services,
    clock,
    async call(method, path, { as, body, key, background = false, language, device, code, address } = {}) {
      const reply = await app.inject({
        method: method as 'GET',
        url: `/api${path}`,
        ...(address && { remoteAddress: address }),
        headers: {
          ...(as ? { authorization: `Bearer ${as.token}` } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
          ...(language ? { cookie: `language=${language}` } : {}),
          ...(device ? { [DEVICE_HEADER]: device } : {}),
          ...(code === undefined ? {} : { 'x-second-factor': code }),
          ...(background ? { [BACKGROUND_HEADER]: '1' } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      const text = reply.body
      const isJson = String(reply.headers['content-type']).startsWith('application/json') && text !== ''
      const answer = { status: reply.statusCode, body: isJson ? JSON.parse(text) : text, headers: reply.headers }
      if (answer.status >= 400 && isJson) expectListed(method, path, answer.body.code)
      return answer
    },
    makeUser: async (options = {}) => onlyRow(await makeUsers(services, options), 'a new user'),
    makeUsers: (...options) => makeUsers(services, ...options),
    signedInAgain: async (user) => ({ ...user, token: await newSession(services, user.id) }),
    async travelTo(at) {
      clock.moveTo(at)
      await runDueJobs(services, jobs)
    },
    async close() {
      await app.close()
      await database.close()
    },
  }
}

const calls = routes.map(({ endpoint }) => ({
  endpoint,
  address: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Every refusal in a test must be one that its endpoint lists, as the OpenAPI document says. */
function expectListed(method: string, path: string, code: RefusalCode): void {
  const [address = ''] = path.split('?')
  const met = calls.filter((each) => each.endpoint.method === method && each.address.test(address))
  if (met.length === 0 || met.some(({ endpoint }) => refusalsOf(endpoint).includes(code))) return
  throw new Error(`${met.map(({ endpoint }) => endpoint.name).join()} was refused with ${code}, which it does not list`)
}

/** Counted up from a random start: thousands of separately drawn numbers would collide now and then. */
let phones = randomInt(100_000_000)

function makeUsers({ db, clock }: Services, ...wishes: NewUser[]): Promise<TestUser[]> {
  const at = clock.now()
  const people = wishes.map(({ role = 'user', roles = ['owner'], name = 'Asha Rao', isProven = true, ...wish }) => {
    const unique = randomBytes(6).toString('hex')
    const phone = `+9198${String(phones++ % 100_000_000).padStart(8, '0')}`
    const provenAt = isProven ? at : null
    return { role, roles, name, unique, phone, provenAt, email: `user-${unique}@example.test`, ...wish }
  })
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into users (name, email, phone, password_hash, role, roles, referral_code, referred_by, email_verified_at,
                         phone_verified_at, created_at)
      values ${sql.join(
        people.map(
          ({ name, email, phone, role, roles, unique, referredBy = null, provenAt }) => sql`
            (${name}, ${email}, ${phone}, 'unusable', ${role}, ${role === 'admin' ? roles : []}, ${`T${unique}`},
             ${referredBy}, ${provenAt}, ${provenAt}, ${at})`,
        ),
      )}
      returning id`.execute(tx)
    await openAccounts(tx, ...rows.map(({ id }) => id))
    const made = people.map((person, n) => ({ ...person, id: rows[n]!.id }))
    const users: TestUser[] = []
    for (const { id, name, email, phone, role } of made)
      users.push({ id, name, email, phone, token: await openSession(tx, { user: id, role, device: 'test', at }) })
    const grants = made.flatMap(({ id, walletRupees = 0 }) =>
      walletRupees > 0 ? [{ user: id, change: paise(BigInt(Math.round(walletRupees * 100))) }] : [],
    )
    if (grants.length > 0) await grant(tx, grants, at)
    return users
  })
}

function newSession({ db, clock }: Services, user: number): Promise<string> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ role: 'user' | 'admin' }>`select role from users where id = ${user}`.execute(tx)
    return openSession(tx, { user, role: rows[0]?.role ?? 'user', device: 'test', at: clock.now() })
  })
}

async function grant(tx: Parameters<typeof post>[0], grants: { user: number; change: Paise }[], at: Date) {
  const { rows } = await sql<{ id: number }>`
    insert into balance_adjustments (user_id, change, reason, created_at)
    values ${sql.join(grants.map(({ user, change }) => sql`(${user}, ${change}, 'test', ${at})`))}
    returning id`.execute(tx)
  await post(
    tx,
    at,
    grants.map((one, n) => balanceAdjusted({ id: rows[n]!.id, ...one })),
  )
}
