/**
 * A seeded stranger who sends requests to a server: what the API document allows, the same with something wrong in it, and
 * raw noise, as visitor, user and admin. No request may fail inside (5xx) or be refused with more than an error's own parts,
 * and a refused one changes nothing but what counts refusals.
 */
import type { Endpoint } from '@bittkosh/contract/endpoint'
import { sql } from '../../server/src/platform/database/sql.ts'
import { routes } from '../../server/src/rooms.ts'
import type { TestServer, TestUser } from '../../tests/support/server.ts'
import { type Dice, diceFrom, drawNoise, drawOdd, drawValue, type Schema, spoil } from './draw.ts'

const BATCH = 25
const AT_ONCE = 4

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
  /** Batches of which every write was refused, so that the database before and after was compared. */
  compared: number
  findings: string[]
}

/** Sends `count` requests that follow from the seed, in batches; stops early where `goesOn` says so. */
export async function fuzz(
  server: TestServer,
  { seed, count, goesOn = () => true }: { seed: number; count: number; goesOn?: () => boolean },
): Promise<Tally> {
  const { operations, schemas } = await readDocument(server)
  const tally: Tally = { sent: 0, refused: 0, done: new Set(), compared: 0, findings: [] }
  const writes = operations.filter(({ endpoint }) => endpoint.method !== 'GET')
  for (let batch = 0; tally.sent < count && goesOn() && tally.findings.length < 20; batch++) {
    const dice = diceFrom(seed + batch)
    const people = await makePeople(server)
    const manner = dice.pick<Manner>(['allowed', 'allowed', 'spoiled', 'noise'])
    const before = await stateOf(server)
    const among = manner === 'allowed' ? operations : writes
    const requests = Array.from({ length: BATCH }, () => drawRequest(dice, { among, schemas, people, manner }))
    const statuses: number[] = []
    for (let from = 0; from < BATCH; from += AT_ONCE)
      statuses.push(
        ...(await Promise.all(requests.slice(from, from + AT_ONCE).map((each) => send(server, each, tally)))),
      )
    tally.sent += BATCH
    tally.refused += statuses.filter((status) => status >= 400).length
    requests.forEach(({ name }, index) => (statuses[index] ?? 500) < 400 && tally.done.add(name))
    if (statuses.some((status) => status < 400)) continue
    tally.compared++
    const changed = differences(before, await stateOf(server))
    if (changed.length > 0)
      tally.findings.push(`seed ${seed + batch}: all was refused, and yet ${changed.join(', ')} changed`)
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
async function send({ app }: TestServer, request: Request, { findings }: Tally): Promise<number> {
  const { as, method, path, body, type, key } = request
  const token = as === 'visitor' ? null : as === 'forged' ? 'A'.repeat(43) : as.token
  const reply = await app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  const { statusCode: status } = reply
  const what = `${method} ${path} with ${body?.slice(0, 300) ?? 'no body'}`
  // So many exports at once as a process takes: a refusal that says when to come again.
  const isTurnedAway =
    status === 503 && reply.headers['retry-after'] !== undefined && /\/(export|data|statement)\b/.test(path)
  if (status >= 500 && !isTurnedAway) findings.push(`${status} for ${what}`)
  if (status >= 400 && status < 500) {
    const keys = Object.keys(reply.json() as object)
    const foreign = keys.filter((name) => !['message', 'code', 'params', 'errors', 'complaints'].includes(name))
    if (foreign.length > 0) findings.push(`an error with ${foreign.join()} for ${what}`)
  }
  return status
}

type People = { users: TestUser[]; admins: TestUser[]; ids: number[] }

/** New ones for each batch: requests sign people out, close accounts and change passwords. */
async function makePeople(server: TestServer): Promise<People> {
  const [first, second, owner, other] = await Promise.all([
    server.makeUser({ walletRupees: 50_000 }),
    server.makeUser({ walletRupees: 100 }),
    server.makeUser({ role: 'admin' }),
    server.makeUser({ role: 'admin', roles: ['finance', 'support'] }),
  ])
  return { users: [first, second], admins: [owner, other], ids: [1, 2, 3, 4, 5, first.id, second.id] }
}

type State = Map<string, string>

/** A digest of each table that a refused call leaves alone. */
async function stateOf({ services }: TestServer): Promise<State> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(services.db)
  const digests = tables
    .filter(({ name }) => !countsRefusals.has(name))
    .map(
      ({ name }) =>
        sql`select ${name}::text as name, (count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0)) as digest from ${sql.table(name)} t`,
    )
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`.execute(
    services.db,
  )
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

function differences(before: State, after: State): string[] {
  return [...after].flatMap(([name, digest]) => (before.get(name) === digest ? [] : [name]))
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
