/**
 * A seeded stranger who sends requests to a server: valid ones according to the API document, the same with a defect, raw noise,
 * and bytes that are hardly HTTP, as visitor, user and admin. No request may fail with a 5xx, remain unanswered or be refused with
 * more than the usual parts of an error, and a refused one changes nothing but what counts refusals.
 */
import { type AddressInfo, connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { sql } from '../../server/src/platform/database/sql.ts'
import { routes } from '../../server/src/rooms.ts'
import { approveKycOf, kycFormOf, submit } from '../../tests/support/kyc.ts'
import type { TestServer, TestUser } from '../../tests/support/server.ts'
import { type Dice, diceFrom, drawBytes, drawNoise, drawOdd, drawValue, type Schema, spoil } from './draw.ts'

const BATCH = 24
const ANSWERS_WITHIN_MS = 10_000 // every call gets its reply or a 503 within this time
const ANSWERS_TO_BYTES_WITHIN_MS = 50 // mostly
const HANGS_AFTER_MS = 120_000 // twelve times as long, because the machine may stall
/** After this many batches new people take over, whatever became of these. */
const PEOPLE_BATCHES = 16
/** Calls that start a process of their own, which costs as much as fifty others: three of four are drawn again. */
const costly = new Set(['previewBankStatement', 'importBankStatement'])

/** Tables that a refused call may change: counted attempts, stored replies under their key, used sessions, ended codes or requests. */
// prettier-ignore
const countsRefusals = new Set([
  'attempts', 'contact_codes', 'balance_transfers', 'transfer_wrong_codes', 'transfer_senders', 'rate_windows',
  'sessions', 'outbox', 'email_claims', 'reset_requests', 'known_addresses', 'user_devices', 'proposals',
  'dev_clock', 'list_counts', 'schema_migrations', 'idempotency_keys',
])

/** Headers that every reply has. */
const ownHeaders = ['cache-control', 'content-security-policy', 'referrer-policy', 'x-content-type-options']

type Operation = {
  endpoint: Endpoint
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[]
  body: Schema | null
}
type Manner = 'allowed' | 'spoiled' | 'noise' | 'bytes'
/** How many run concurrently: eight allowed ones are hardly ever all refused, and a group with a success proves nothing. */
const atOnce: Record<Manner, number> = { allowed: 4, spoiled: 8, noise: 8, bytes: 8 }
type Person = TestUser | 'visitor' | 'forged'

export type Tally = {
  sent: number
  refused: number
  /** The calls that succeeded at least once, by name. */
  done: Set<string>
  /** How often all concurrent calls were refused, so that no table may have changed. */
  compared: number
  /** Calls that a busy program answered with 503 and Retry-After. */
  turnedAway: number
  findings: string[]
}

/**
 * Sends `count` requests derived from the seed to a server with the samples, in batches; stops early when `goesOn` returns false.
 * If the machine `isBusy`, a call may take too long: then it gets a 503, and its further effects are awaited and not judged.
 */
export async function fuzz(
  server: TestServer,
  {
    seed,
    count,
    goesOn = () => true,
    isBusy = false,
  }: { seed: number; count: number; goesOn?: () => boolean; isBusy?: boolean },
): Promise<Tally> {
  const { operations, schemas } = await readDocument(server)
  const line = await listen(server)
  const tally: Tally = { sent: 0, refused: 0, done: new Set(), compared: 0, turnedAway: 0, findings: [] }
  const writes = operations.filter(({ endpoint }) => endpoint.method !== 'GET')
  const changedTables = await watchTables(server)
  let people = await persisted(() => makePeople(server))
  for (let batch = 0; tally.sent < count && goesOn() && tally.findings.length < 20; batch++) {
    const dice = diceFrom(seed + batch)
    const manner = dice.pick<Manner>(['allowed', 'allowed', 'spoiled', 'noise', 'allowed', 'spoiled', 'noise', 'bytes'])
    const among = manner === 'allowed' ? operations : writes
    const drawn = { among, schemas, people, manner }
    const requests = Array.from({ length: BATCH }, () => drawRequest(dice, drawn))
    await persisted(changedTables) // discards those of creating people
    const signedOut = new Set<Person>()
    for (let from = 0; from < BATCH; from += atOnce[manner]) {
      const together = requests.slice(from, from + atOnce[manner])
      const statuses = await Promise.all(together.map((each) => send(server, each, { line, tally, isBusy })))
      const done = together.filter((_each, index) => (statuses[index] ?? 500) < 400)
      done.forEach(({ name }) => tally.done.add(name))
      tally.sent += together.length
      tally.refused += together.length - done.length
      if (isBusy && statuses.includes(503)) await setTimeout(ANSWERS_WITHIN_MS)
      const changed = await persisted(changedTables)
      together.forEach(({ as }, index) => statuses[index] === 401 && signedOut.add(as))
      if (done.length > 0 || statuses.includes(503)) continue
      tally.compared++
      const calls = together.map(({ name }) => name).join(', ')
      if (changed.length > 0)
        tally.findings.push(`seed ${seed + batch}: ${calls} were refused, and yet ${changed.join(', ')} changed`)
    }
    // Requests sign people out, close accounts and change passwords.
    const stay = batch % PEOPLE_BATCHES === PEOPLE_BATCHES - 1 ? undefined : { people, but: signedOut }
    people = await persisted(() => makePeople(server, stay))
  }
  return tally
}

type Request = {
  name: string
  as: Person
  /** Raw bytes to send instead of a well-formed request. */
  bytes: string | null
  method: string
  path: string
  body: string | undefined
  type: string
  key: string | null
}

function drawRequest(
  dice: Dice,
  { among, schemas, people, manner }: { among: Operation[]; schemas: Schema; people: People; manner: Manner },
): Request {
  const chosen = dice.pick(among)
  const { endpoint, parameters, body } =
    costly.has(chosen.endpoint.name) && dice.percent(75) ? dice.pick(among) : chosen
  const at = { dice, schemas, ids: (name: string) => idsUnder(people, `${endpoint.path} ${name}`), texts: people.texts }
  const text = (value: unknown) =>
    encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value).toWellFormed())
  const value = (schema: Schema, name: string) =>
    manner === 'noise' && dice.percent(40) ? drawOdd(dice) : drawValue(schema, { ...at, name })
  const place = (name: string) => parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? {}
  const path = endpoint.path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) => text(value(place(name), name)).slice(0, 150) || '0',
  )
  const asked = parameters.filter((each) => each.in === 'query' && (each.required || dice.percent(30)))
  const query = asked.map(({ name, schema }) => `${name}=${text(value(schema, name))}`)
  if (manner === 'noise' && dice.percent(20)) query.push(`${text(drawOdd(dice))}=1`, 'page=1&page=2')
  const drawn = body && drawValue(body, at)
  const fits = manner === 'allowed' ? drawn : manner === 'noise' ? drawOdd(dice) : spoil(drawn ?? {}, dice)
  const isNoise = manner === 'noise' && dice.percent(60)
  const as = dice.percent(8)
    ? dice.pick(['visitor', 'forged'] as const)
    : endpoint.who === 'admin'
      ? dice.pick(people.admins)
      : dice.pick(people.users)
  const request = {
    name: endpoint.name,
    as,
    bytes: null,
    method: endpoint.method,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    body:
      endpoint.method === 'GET'
        ? undefined
        : isNoise
          ? drawNoise(dice)
          : body || manner !== 'allowed'
            ? JSON.stringify(fits)
            : undefined,
    type:
      manner === 'noise' && dice.percent(20)
        ? dice.pick(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/json; charset=x'])
        : 'application/json',
    key: dice.percent(20) ? `fuzz-${dice.below(50)}` : null,
  }
  return manner === 'bytes'
    ? { ...request, bytes: drawBytes(dice, { ...request, headers: headersOf(request) }) }
    : request
}

function headersOf({ as, key, body, type }: Pick<Request, 'as' | 'key' | 'body' | 'type'>): Record<string, string> {
  const token = as === 'visitor' ? null : as === 'forged' ? 'A'.repeat(43) : as.token
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(body === undefined ? {} : { 'content-type': type }),
  }
}

/** Returns the status; violations go into the tally. */
async function send(
  { app }: TestServer,
  request: Request,
  { line, tally, isBusy }: { line: Line; tally: Tally; isBusy: boolean },
): Promise<number> {
  const { findings } = tally
  const { method, path, body, bytes } = request
  const what = bytes === null ? `${method} ${path} with ${body?.slice(0, 300) ?? 'no body'}` : JSON.stringify(bytes)
  const hangs = setTimeout(HANGS_AFTER_MS, new Error('no answer'), { ref: false })
  if (bytes !== null) {
    const statuses = await Promise.race([line.send(bytes), hangs])
    if (statuses instanceof Error) findings.push(`${statuses.message} for ${what}`)
    const all = statuses instanceof Error ? [500] : statuses
    const failed = all.find((status) => status >= 500)
    if (failed === 503 && isBusy) tally.turnedAway++
    else if (failed !== undefined) findings.push(`${failed} for ${what}`)
    return failed ?? Math.min(400, ...all)
  }
  const sent = app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: headersOf(request),
    ...(body === undefined ? {} : { payload: body }),
  })
  const reply = await Promise.race([sent.catch((error: Error) => error), hangs])
  if (reply instanceof Error) {
    findings.push(`${reply.message} for ${what}`)
    return 500
  }
  const { statusCode: status } = reply
  // A process runs a limited number of exports: a refusal with Retry-After.
  const mayBeTurnedAway = isBusy || /\/(export|data|statement)\b/.test(path)
  const isTurnedAway = status === 503 && reply.headers['retry-after'] !== undefined && mayBeTurnedAway
  if (isTurnedAway) tally.turnedAway++
  else if (status >= 500) findings.push(`${status} for ${what}`)
  const bare = ownHeaders.filter((name) => reply.headers[name] === undefined)
  if (bare.length > 0) findings.push(`no ${bare.join()} for ${what}`)
  if (status >= 400 && status < 500) {
    const keys = Object.keys(reply.json() as object)
    const foreign = keys.filter((name) => !['message', 'code', 'params', 'errors', 'complaints'].includes(name))
    if (foreign.length > 0) findings.push(`an error with ${foreign.join()} for ${what}`)
  }
  return status
}

/** The fuzzer's own queries to a database that may be too busy to reply. */
async function persisted<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === 10) throw error
      await setTimeout(ANSWERS_WITHIN_MS)
    }
}

type Line = { send: (bytes: string) => Promise<number[]> }

/**
 * A connection to the server for raw bytes. The statuses are those that came back, and the outcome of each request that the server
 * parsed from the bytes: if nonsense follows a complete request, the request is executed, and the reply is about the nonsense.
 */
async function listen({ app }: TestServer): Promise<Line> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const seen = new Map<number, Promise<number>[]>() // by the sender's port
  app.server.prependListener('request', ({ socket }, reply) => {
    const answered = new Promise<number>((resolve) => {
      const end = reply.end.bind(reply) as (...given: unknown[]) => typeof reply
      reply.end = (...given: unknown[]) => {
        resolve(reply.statusCode)
        return end(...given)
      }
    })
    const port = socket.remotePort ?? 0
    seen.set(port, [...(seen.get(port) ?? []), answered])
  })
  const { port } = app.server.address() as AddressInfo
  const send = (bytes: string) =>
    new Promise<number[]>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      let own = 0
      let received = ''
      socket.on('connect', () => (own = socket.localPort ?? 0))
      socket.setEncoding('latin1')
      socket.on('data', (text) => (received += String(text)))
      socket.on('error', () => {}) // the server may close at the first wrong byte; 'close' follows
      socket.on('close', () => {
        const answers = [...received.matchAll(/^HTTP\/1\.1 ([2-5]\d\d)/gm)].map((found) => Number(found[1]))
        resolve(Promise.all([...answers, ...(seen.get(own) ?? [])]))
        seen.delete(own)
      })
      socket.write(bytes, 'latin1')
      // After hanging up no reply arrives; an incomplete request never gets one.
      void setTimeout(ANSWERS_TO_BYTES_WITHIN_MS).then(() => socket.end())
    })
  return { send }
}

type People = {
  users: TestUser[]
  admins: TestUser[]
  /** The ids of these people, and the newest ones of each other table. */
  ids: ReadonlyMap<string, readonly number[]>
  /** Texts that identify them, by the name of a field. */
  texts: ReadonlyMap<string, readonly string[]>
}

/** The table that an id comes from, by the path of its call and its name there: the first match. */
const tablesOf: readonly [RegExp, string][] = [
  [/ (user_?id|admin|take_over_from|seen_by)$/i, 'users'],
  [/ payment_method$|^\/deposit-methods/, 'deposit_methods'],
  [/ balance_package_id$|packages/, 'balance_packages'],
  [/ cryptocurrency_id$|cryptocurrencies/, 'plans'],
  [/ category_id$|categories/, 'plan_categories'],
  [/ deposit_id$|^\/deposits/, 'deposits'],
  [/ withdrawal_ids?$|^\/withdrawals/, 'withdrawals'],
  [/ transfer_id$|transfers?\//, 'balance_transfers'],
  [/ (message|seen|messages)$/, 'conversation_messages'],
  [/conversations/, 'conversations'],
  [/crypto\/withdraw/, 'investments'],
  [/mass-notifications|notifications/, 'notifications'],
  [/canned-answers/, 'canned_answers'],
  [/upcomings/, 'upcomings'],
  [/bank-statement-lines/, 'statement_lines'],
  [/payout-batches/, 'payout_batches'],
  [/proposals/, 'proposals'],
  [/alerts/, 'alerts'],
  [/sessions/, 'sessions'],
  [/kyc_id$/, 'kyc_records'],
]
const NEWEST = 4

function idsUnder({ ids }: People, place: string): readonly number[] {
  const table = tablesOf.find(([pattern]) => pattern.test(place))?.[1] ?? 'users'
  return ids.get(table) ?? [1]
}

async function newestIds({ services: { db } }: TestServer): Promise<People['ids']> {
  const tables = new Set(tablesOf.map(([, table]) => table).filter((table) => table !== 'users'))
  const newest = [...tables].map(
    (table) => sql`
      select ${sql.lit(table)} as name,
             array(select id from ${sql.table(table)} order by id desc limit ${sql.lit(NEWEST)}) as ids`,
  )
  const { rows } = await sql<{ name: string; ids: number[] }>`${sql.join(newest, sql` union all `)}`.execute(db)
  return new Map(rows.filter(({ ids }) => ids.length > 0).map(({ name, ids }) => [name, ids]))
}

/**
 * Creates new people; of those who stay it replaces only the ones who were signed out. The first user may withdraw, the second
 * waits for approval.
 */
async function makePeople(server: TestServer, stay?: { people: People; but: ReadonlySet<Person> }): Promise<People> {
  const stays = (at: 'users' | 'admins', place: number) => {
    const before = stay?.people[at][place]
    return before && !stay.but.has(before) ? before : undefined
  }
  const make = async (at: 'users' | 'admins', place: number, who: Parameters<TestServer['makeUser']>[0]) =>
    stays(at, place) ?? (await server.makeUser(who))
  const [first, second, owner, other] = await Promise.all([
    make('users', 0, { walletRupees: 50_000 }),
    make('users', 1, { walletRupees: 5_000 }),
    make('admins', 0, { role: 'admin' }),
    make('admins', 1, { role: 'admin', roles: ['finance', 'support'] }),
  ])
  if (!stays('users', 0)) {
    await approveKycOf(server, first, await server.makeUser({ role: 'admin' }))
    await live(server, first, second)
  }
  if (!stays('users', 1)) await submit(server, second, await kycFormOf(server, second))
  const all = [first, second, owner, other]
  const ids = new Map([...(await newestIds(server)), ['users', all.map(({ id }) => id)]])
  const texts = new Map([['recipient', [first.email, second.email, second.phone]]])
  return { users: [first, second], admins: [owner, other], ids, texts }
}

/** Creates pending records: requests, a transfer, a plan, a conversation. Some are refused if settings or offers have changed. */
async function live({ call, services: { db } }: TestServer, as: TestUser, friend: TestUser): Promise<void> {
  const { rows } = await sql<{ method: number; plan: number }>`
    select (select min(id) from deposit_methods where is_active) as method,
           (select min(id) from plans where is_active) as plan`.execute(db)
  const post = (path: string, body: object) => call('POST', path, { as, body })
  const bank = { bank_name: 'HDFC', account_name: as.name, account_number: '501001234417', ifsc_code: 'HDFC0000001' }
  for (const amount of [1_000, 2_500.5]) {
    await post('/deposits', { amount, transaction_id: `UTR ${as.id} ${amount}`, payment_method: rows[0]?.method })
    await post('/withdrawals', { amount, type: 'bank', withdrawal_details: bank })
  }
  await post('/withdrawals', { amount: 500, type: 'upi', withdrawal_details: { upi_id: 'asha@okhdfc' } })
  await post('/crypto/invest', { cryptocurrency_id: rows[0]?.plan, amount: 5_000 })
  await post('/flexible/deposit', { amount: 1_000 })
  await post('/balance-transfer/initiate', { recipient: friend.email, amount: 100 })
  await post('/conversations', { text: 'Where is my deposit?' })
}

/**
 * Makes the database record each row that is written to a table which a refused call must not change. Returns a function that lists
 * these tables since its last call; rolled-back changes are not included.
 */
async function watchTables({ services: { db } }: TestServer): Promise<() => Promise<string[]>> {
  await sql`create unlogged table if not exists fuzz_changes (table_name text not null)`.execute(db)
  await sql`
    create or replace function note_change() returns trigger language plpgsql as $$
    begin
      insert into fuzz_changes values (tg_table_name);
      return null;
    end $$`.execute(db)
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'fuzz_changes'`.execute(db)
  for (const { name } of tables.filter((each) => !countsRefusals.has(each.name)))
    await sql`
      create or replace trigger fuzz_note after insert or update or delete on ${sql.table(name)}
         for each row execute function note_change()`.execute(db)
  return async () => {
    const { rows } = await sql<{ name: string }>`
      with noted as (delete from fuzz_changes returning table_name)
      select distinct table_name as name from noted order by 1`.execute(db)
    return rows.map(({ name }) => name)
  }
}

/** Every call, with its part of the API document. */
async function readDocument({ app }: TestServer): Promise<{ operations: Operation[]; schemas: Schema }> {
  const document = (await app.inject({ method: 'GET', url: '/openapi.json' })).json() as {
    paths: Record<
      string,
      Record<
        string,
        { parameters?: Operation['parameters']; requestBody?: { content: Record<string, { schema: Schema }> } }
      >
    >
    components: { schemas: Schema }
  }
  const operations = routes.map(({ endpoint }) => {
    const found = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    if (!found) throw new Error(`the API document has no ${endpoint.method} ${endpoint.path}`)
    return {
      endpoint,
      parameters: found.parameters ?? [],
      body: found.requestBody?.content['application/json']?.schema ?? null,
    }
  })
  return { operations, schemas: document.components.schemas }
}
