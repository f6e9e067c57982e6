/**
 * A seeded stranger who sends requests to a server: what the API document allows, the same with something wrong in it, and
 * raw noise, as visitor, user and admin. No request may fail inside (5xx) or be refused with more than an error's own parts,
 * and a refused one changes nothing but what counts refusals.
 */
import { setTimeout } from 'node:timers/promises'
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { sql } from '../../server/src/platform/database/sql.ts'
import { routes } from '../../server/src/rooms.ts'
import type { TestServer, TestUser } from '../../tests/support/server.ts'
import { type Dice, diceFrom, drawNoise, drawOdd, drawValue, type Schema, spoil } from './draw.ts'

const BATCH = 25
const AT_ONCE = 4
const ANSWERS_WITHIN_MS = 10_000 // a call is answered sooner, done or turned away
/** Batches after which other people go on, whatever became of these. */
const PEOPLE_BATCHES = 8

/** What a refused call may leave behind: counted tries, sessions that were used, a code or request that has ended. */
// prettier-ignore
const countsRefusals = new Set([
  'attempts', 'contact_codes', 'balance_transfers', 'transfer_wrong_codes', 'transfer_senders', 'rate_windows',
  'sessions', 'outbox', 'email_claims', 'reset_requests', 'known_addresses', 'user_devices', 'proposals',
  'dev_clock', 'list_counts', 'schema_migrations',
])

type Operation = {
  endpoint: Endpoint
  parameters: { name: string; in: string; schema: Schema }[]
  body: Schema | null
}
type Manner = 'allowed' | 'spoiled' | 'noise'
type Person = TestUser | 'visitor' | 'forged'

export type Tally = {
  sent: number
  refused: number
  /** The calls that were done at least once, by name. */
  done: Set<string>
  /** Times that all calls which ran together were refused, and so no table may have changed. */
  compared: number
  /** Calls that a busy program answered with 503 and when to come again. */
  turnedAway: number
  findings: string[]
}

/**
 * Sends `count` requests that follow from the seed, in batches; stops early where `goesOn` says so. On a machine that `isBusy`
 * a call may take too long: then it is turned away, and what it goes on to do is waited for and not judged.
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
  const tally: Tally = { sent: 0, refused: 0, done: new Set(), compared: 0, turnedAway: 0, findings: [] }
  const writes = operations.filter(({ endpoint }) => endpoint.method !== 'GET')
  const changedTables = await watchTables(server)
  let people = await persisted(() => makePeople(server))
  let batchesOfThem = 0
  for (let batch = 0; tally.sent < count && goesOn() && tally.findings.length < 20; batch++) {
    const dice = diceFrom(seed + batch)
    const manner = dice.pick<Manner>(['allowed', 'allowed', 'spoiled', 'noise'])
    const among = manner === 'allowed' ? operations : writes
    const drawn = { among, schemas, people, manner }
    const requests = Array.from({ length: BATCH }, () => drawRequest(dice, drawn))
    await persisted(changedTables) // those of making people
    let isSignedOut = false
    for (let from = 0; from < BATCH; from += AT_ONCE) {
      const together = requests.slice(from, from + AT_ONCE)
      const statuses = await Promise.all(together.map((each) => send(server, each, { tally, isBusy })))
      const done = together.filter((_each, index) => (statuses[index] ?? 500) < 400)
      done.forEach(({ name }) => tally.done.add(name))
      tally.sent += together.length
      tally.refused += together.length - done.length
      if (isBusy && statuses.includes(503)) await setTimeout(ANSWERS_WITHIN_MS)
      const changed = await persisted(changedTables)
      isSignedOut ||= together.some(({ as }, index) => typeof as === 'object' && statuses[index] === 401)
      if (done.length > 0 || statuses.includes(503)) continue
      tally.compared++
      const calls = together.map(({ name }) => name).join(', ')
      if (changed.length > 0)
        tally.findings.push(`seed ${seed + batch}: ${calls} were refused, and yet ${changed.join(', ')} changed`)
    }
    // Requests sign people out, close accounts and change passwords.
    if (!isSignedOut && ++batchesOfThem < PEOPLE_BATCHES) continue
    people = await persisted(() => makePeople(server))
    batchesOfThem = 0
  }
  return tally
}

type Request = {
  name: string
  as: Person
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
  const { endpoint, parameters, body } = dice.pick(among)
  const at = { dice, schemas, ids: people.ids }
  const text = (value: unknown) =>
    encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value).toWellFormed())
  const value = (schema: Schema) => (manner === 'noise' && dice.percent(40) ? drawOdd(dice) : drawValue(schema, at))
  const place = (name: string) => parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? {}
  const path = endpoint.path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) => text(value(place(name))).slice(0, 150) || '0',
  )
  const asked = parameters.filter((each) => each.in === 'query' && dice.percent(30))
  const query = asked.map(({ name, schema }) => `${name}=${text(value(schema))}`)
  if (manner === 'noise' && dice.percent(20)) query.push(`${text(drawOdd(dice))}=1`, 'page=1&page=2')
  const drawn = body && drawValue(body, at)
  const fits = { allowed: () => drawn, spoiled: () => spoil(drawn ?? {}, dice), noise: () => drawOdd(dice) }[manner]()
  const isNoise = manner === 'noise' && dice.percent(60)
  return {
    name: endpoint.name,
    as: dice.percent(8)
      ? dice.pick(['visitor', 'forged'] as const)
      : endpoint.who === 'admin'
        ? dice.pick(people.admins)
        : dice.pick(people.users),
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
}

/** The status; what must not be goes into the tally. */
async function send(
  { app }: TestServer,
  request: Request,
  { tally, isBusy }: { tally: Tally; isBusy: boolean },
): Promise<number> {
  const { findings } = tally
  const { as, method, path, body, type, key } = request
  const token = as === 'visitor' ? null : as === 'forged' ? 'A'.repeat(43) : as.token
  const what = `${method} ${path} with ${body?.slice(0, 300) ?? 'no body'}`
  const sent = app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  const reply = await sent.catch((error: Error) => error)
  if (reply instanceof Error) {
    findings.push(`${reply.message} for ${what}`)
    return 500
  }
  const { statusCode: status } = reply
  // So many exports at once as a process takes: a refusal that says when to come again.
  const mayBeTurnedAway = isBusy || /\/(export|data|statement)\b/.test(path)
  const isTurnedAway = status === 503 && reply.headers['retry-after'] !== undefined && mayBeTurnedAway
  if (isTurnedAway) tally.turnedAway++
  else if (status >= 500) findings.push(`${status} for ${what}`)
  if (status >= 400 && status < 500) {
    const keys = Object.keys(reply.json() as object)
    const foreign = keys.filter((name) => !['message', 'code', 'params', 'errors', 'complaints'].includes(name))
    if (foreign.length > 0) findings.push(`an error with ${foreign.join()} for ${what}`)
  }
  return status
}

/** What the fuzzer itself asks of a database that may be too busy to answer. */
async function persisted<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === 10) throw error
      await setTimeout(ANSWERS_WITHIN_MS)
    }
}

type People = { users: TestUser[]; admins: TestUser[]; ids: number[] }

async function makePeople(server: TestServer): Promise<People> {
  const [first, second, owner, other] = await Promise.all([
    server.makeUser({ walletRupees: 50_000 }),
    server.makeUser({ walletRupees: 100 }),
    server.makeUser({ role: 'admin' }),
    server.makeUser({ role: 'admin', roles: ['finance', 'support'] }),
  ])
  return { users: [first, second], admins: [owner, other], ids: [1, 2, 3, 4, 5, first.id, second.id] }
}

/**
 * Has the database note each row that is written to a table which a refused call leaves alone. Says which tables that were
 * since it was asked last; what was rolled back is not among them.
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

/** Every call, with what the API document says of it. */
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
