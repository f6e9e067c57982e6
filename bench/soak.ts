/**
 * `npm run bench -- soak [--hours 8] [--people 40] [--seed N]`: one program that serves a light and even mix of everything for
 * hours, and its resources over that time. Goals: resident memory grows by less than 1 MB an hour, the event loop's p99 is below 50
 * ms, no reply is a 5xx, and the books match what was acknowledged. SIGINT or SIGTERM ends it early; the result gives the number of
 * hours.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { reportNames } from '@bittkosh/contract/reports'
import { dayOf } from '@bittkosh/contract/time'
import * as z from 'zod/mini'
import { routes } from '../server/src/rooms.ts'
import { makeCaller } from '../tests/faults/crash/calls.ts'
import { operate, type Person, setFourEyes, type World } from '../tests/faults/crash/operations.ts'
import { receivePost } from '../tests/faults/crash/post.ts'
import { startPrograms } from '../tests/faults/crash/program.ts'
import { ADMIN, compareWithDatabase, PASSWORD, populate, verify } from '../tests/faults/crash/storm.ts'
import { randomFrom } from '../tests/support/earnLife.ts'
import { makePicture } from '../tests/support/pictures.ts'
import { freePort } from '../tests/support/program.ts'
import { median, printTable, saveResult } from './table.ts'

const HOUR_MS = 3_600_000
const ACTS_A_SECOND = 10 // of two or three calls each
const AT_ONCE_MAX = 40
const ENDS_WITHIN_MS = 120_000
const SAMPLE_MS = 10_000
const WINDOW_MS = 300_000
const WARM_UP_MS = 1_800_000 // or a quarter of the run, if that is less
const FOUR_EYES_ABOVE = 600
const MB = 1024 * 1024

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    hours: { type: 'string', default: '8' },
    people: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
execFileSync('npm', ['run', 'prestart'], { stdio: 'ignore' }) // builds the pages that are visited
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-soak-'))
const mailServer = await receivePost()
const metricsPort = await freePort()
const env = {
  DATA_DIR: dataDir,
  SMTP_URL: mailServer.smtpUrl,
  METRICS_PORT: String(metricsPort),
  ADMIN_EMAIL: ADMIN.login,
  ADMIN_PASSWORD: ADMIN.password,
  RATE_LIMITS: 'off',
  NODE_OPTIONS: '--max-semi-space-size=8', // as in `npm start`
}
const programs = await startPrograms([env], { detached: true })
process.once('exit', () => programs.kill()) // also when this ends with an error
const base = programs.addresses[0] ?? ''
const pid = programs.pids()[0] ?? 0
const place = { databaseUrl: null, dataDir, say: () => {}, patient: true }
const random = randomFrom(Number(values.seed))
const caller = makeCaller(programs.addresses, { random, cutOff: 0 })
const people = await populate(caller, { people: Number(values.people), post: mailServer.post, place })
const world: World = { ...people, caller, random }
await setFourEyes(world, FOUR_EYES_ABOVE)
const pictures = await Promise.all([20, 60, 100, 140, 180, 220].map((shade) => makePicture('jpeg', { shade })))

/** Unexpected events, and how often each happened. */
const unexpected = new Map<string, number>()
const money = { accepted: 0, refused: 0 }
let putOff = 0

const today = dayOf(new Date())
const readable = routes.flatMap(({ endpoint: { method, params, query, ...rest } }) =>
  method !== 'GET' || params || (query && !z.safeParse(query, {}).success) ? [] : rest,
)
const pathsOf = (isFile: boolean, ...who: string[]) =>
  readable.filter((one) => who.includes(one.who) && (one.reply === 'file') === isFile).map(({ path }) => path)
const reports = reportNames.map((name) => `/reports/${name}`)
const ownLists = [
  ...pathsOf(false, 'user', 'signed-in', 'anyone'),
  '/transactions?kind=bittpay',
  '/transactions?only=in',
]
const adminLists = [...pathsOf(false, 'admin'), ...reports, '/users?search=person', '/deposits?status=pending']
const ownFiles = ['pdf', 'csv'].map((format) => `/statement?from=${today}&to=${today}&format=${format}`)
const adminFiles = [...pathsOf(true, 'admin'), ...reports.map((path) => `${path}/export?format=xlsx`)]

/** The acts of people and admins, and how often each is chosen. */
const acts: readonly (readonly [number, (person: Person) => Promise<unknown>])[] = [
  [38, pollBell],
  [20, (person) => readSome(person.token, ownLists, 5)],
  [7, () => readSome(admin(), adminLists, 5)],
  [3, ({ id }) => readSome(admin(), [`/admin/users/${id}/details`, `/admin/users/${id}/ledger`], 2)],
  [20, moveMoney],
  [2, chat],
  [1, ({ token }) => get(pick([...ownFiles, '/profile/data']), { as: token })],
  [1, () => get(pick(adminFiles), { as: admin() })],
  [2, hangUp],
  [1, signInAndOut],
  [3, (person) => pick(refusals)(person)],
  [2, visit],
]
const allShares = acts.reduce((sum, [share]) => sum + share, 0)

const tags = new Map<string, string>()
async function pollBell({ token }: Person): Promise<void> {
  const tag = tags.get(token)
  const headers = { 'x-background': '1', ...(tag === undefined ? {} : { 'if-none-match': tag }) }
  const reply = await get('/notifications/unread-count', { as: token, headers, wanted: [200, 304] })
  tags.set(token, reply.headers.get('etag') ?? '')
}

async function readSome(as: string, paths: readonly string[], count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => get(pick(paths), { as })))
}

async function moveMoney(): Promise<void> {
  if (await operate(world)) money.accepted++
  else money.refused++
}

/** With a picture; an admin answers, and sometimes closes the conversation. */
async function chat({ token: as }: Person): Promise<void> {
  const picture = new FormData()
  picture.append('image', new Blob([new Uint8Array(pick(pictures))], { type: 'image/jpeg' }), 'card.jpg')
  const { url } = await settle(201, { as, method: 'POST', path: '/upload-image', body: picture })
  await get(new URL(url, base).href, { as })
  const { data } = await settle(200, { as, method: 'GET', path: '/conversations' })
  const open: { id: number } | undefined = data.find(({ state }: { state: string }) => state !== 'closed')
  const body = { text: 'Where is my money?', pictures: [url] }
  const path = open ? `/conversations/${open.id}/messages` : '/conversations'
  const begun = await settle(201, { as, method: 'POST', path, body })
  const id = open?.id ?? begun.id
  const opened = await settle(200, { as: admin(), method: 'GET', path: `/admin/conversations/${id}` })
  const answer = { text: 'It is on its way.', seen: opened.data[0].id, close: random() < 0.3 }
  const call = { as: admin(), method: 'POST', path: `/admin/conversations/${id}/messages`, body: answer } as const
  const { status } = await caller.settle(call)
  if (status !== 201 && status !== 409) note(`POST ${shapeOf(call.path)} answered ${status}`) // somebody wrote meanwhile
  const read = await settle(200, { as, method: 'GET', path: `/conversations/${id}` })
  const message = { message: read.data[0].id }
  await settle(204, { as, method: 'POST', path: `/conversations/${id}/read`, body: message })
}

/** Before the reply arrives, or while it is being sent. */
async function hangUp({ token }: Person): Promise<void> {
  const [as, path] = random() < 0.5 ? [token, pick(ownFiles)] : [admin(), pick(adminFiles)]
  const headers = { authorization: `Bearer ${as}` }
  const reply = fetch(`${base}/api${path}`, { headers, signal: AbortSignal.timeout(Math.ceil(random() * 30)) })
  await reply.then((answer) => answer.text()).catch(() => {})
}

async function signInAndOut({ email }: Person): Promise<void> {
  const body = { login: email, password: PASSWORD }
  const { token } = await settle(200, { as: '', method: 'POST', path: '/login', body })
  await get('/profile', { as: token })
  await settle(200, { as: token, method: 'POST', path: '/logout' })
  await get('/profile', { as: token, wanted: [401] })
}

const refusals: readonly ((person: Person) => Promise<unknown>)[] = [
  () => get('/profile', { as: 'nobody has this token', wanted: [401] }),
  ({ token }) => get('/users', { as: token, wanted: [403] }),
  ({ token }) => get('/deposits/my?cursor=nonsense', { as: token, wanted: [400, 422] }),
  ({ token }) => get('/nothing', { as: token, wanted: [404] }),
  ({ token: as }) => settle(422, { as, method: 'POST', path: '/flexible/deposit', body: { amount: -1 } }),
  () => settle(401, { as: '', method: 'POST', path: '/login', body: { login: 'no@body.test', password: 'guessed' } }),
]

/** A first visit: the page and the files that it refers to. */
async function visit(): Promise<void> {
  const page = await get(`${base}/`)
  const assets = [...page.text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
  for (const path of [...new Set(assets), '/plans', '/docs']) await get(`${base}${path}`)
}

type Reply = { status: number; headers: Headers; text: string }

/** Reads a path below /api, or a full address. */
async function get(
  path: string,
  { as, headers, wanted = [200] }: { as?: string; headers?: Record<string, string>; wanted?: number[] } = {},
): Promise<Reply> {
  const address = path.startsWith('/') ? `${base}/api${path}` : path
  const all = { ...headers, ...(as === undefined ? {} : { authorization: `Bearer ${as}` }) }
  const reply = await fetch(address, { headers: all, signal: AbortSignal.timeout(ENDS_WITHIN_MS) })
  const text = await reply.text()
  if (!wanted.includes(reply.status)) note(`GET ${shapeOf(new URL(address).pathname)} answered ${reply.status}`)
  return { status: reply.status, headers: reply.headers, text }
}

async function settle(wanted: number, call: Parameters<typeof caller.settle>[0]) {
  const { status, body } = await caller.settle(call)
  if (status !== wanted) throw new Error(`${call.method} ${shapeOf(call.path)} answered ${status} ${body?.code ?? ''}`)
  return body
}

/** A path without its ids. */
function shapeOf(path: string): string {
  return path.replace(/\/(?:\d+|[\w-]{22})(?=\/|\?|$)/g, '/…').replace(/\?.*/, '')
}

function note(sentence: string): void {
  if (!unexpected.has(sentence)) console.error(sentence)
  unexpected.set(sentence, (unexpected.get(sentence) ?? 0) + 1)
}

function noteError(error: unknown): void {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined }
  note(cause instanceof Error ? `${message}: ${cause.message}` : message)
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}

function admin(): string {
  return pick(world.admins)
}

// The resources that the program and its database use.

type Measure = 'rss' | 'heap' | 'postgres' | 'files' | 'backends' | 'disk' | 'load'
type Sample = Record<Measure, number> & { atMs: number; loopMs: number; answers: ReadonlyMap<string, number> }

const samples: Sample[] = []
const startedAt = performance.now()
const over = new AbortController()

async function sample(): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  const answers = new Map<string, number>()
  for (const [, method, route, status, count] of text.matchAll(
    /^bittkosh_http_requests_total\{method="(\w+)",route="([^"]*)",status="(\d+)"\} (\d+)$/gm,
  ))
    answers.set(`${method} ${route} ${status}`, Number(count))
  return {
    atMs: performance.now() - startedAt,
    rss: figure('bittkosh_memory_bytes') / MB,
    heap: figure('bittkosh_heap_bytes') / MB,
    files: readdirSync(`/proc/${pid}/fd`).length,
    disk: Number.parseInt(execFileSync('du', ['-sk', dataDir], { encoding: 'utf8' }), 10) / 1024,
    ...postgresNow(),
    load: loadavg()[0] ?? 0,
    loopMs: figure('bittkosh_event_loop_delay_p99_seconds') * 1000,
    answers,
  }
}

/** Memory is counted proportionally (PSS), because most of it is one buffer that all processes map. */
function postgresNow(): Pick<Sample, 'postgres' | 'backends'> {
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  let kilobytes = 0
  let backends = 0
  for (const process of [String(postmaster), ...children])
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${process}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
      if (/^postgres: \S+ \S+ (?:\[local\]|\S+\(\d+\))/.test(readFileSync(`/proc/${process}/cmdline`, 'utf8')))
        backends++
    } catch {} // ended during the reading
  return { postgres: kilobytes / 1024, backends }
}

async function watch(): Promise<void> {
  while (!over.signal.aborted) {
    await sample().then((one) => samples.push(one), noteError)
    const { atMs = 0, rss = 0, loopMs = 0 } = samples.at(-1) ?? {}
    if (samples.length % 30 === 1)
      console.log(`${(atMs / HOUR_MS).toFixed(2)} h: ${rss.toFixed(0)} MB, loop p99 ${loopMs.toFixed(0)} ms`)
    await wait(SAMPLE_MS, undefined, { signal: over.signal }).catch(() => {})
  }
}

const underWay = new Set<Promise<unknown>>()

/** Starts acts at an even pace, whatever happened to the earlier ones. */
async function live(): Promise<void> {
  for (let n = 0; !over.signal.aborted; n++) {
    const dueInMs = startedAt + (n * 1000) / ACTS_A_SECOND - performance.now()
    if (dueInMs > 0) await wait(dueInMs, undefined, { signal: over.signal }).catch(() => {})
    if (underWay.size >= AT_ONCE_MAX) {
      putOff++
      continue
    }
    let left = random() * allShares
    const [, act] = acts.find(([share]) => (left -= share) < 0) ?? acts[0]!
    const acting: Promise<unknown> = act(pick(world.people))
      .catch(noteError)
      .finally(() => underWay.delete(acting))
    underWay.add(acting)
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort())
setTimeout(() => over.abort(), Number(values.hours) * HOUR_MS).unref()
await Promise.all([watch(), live()])
const lastedMs = performance.now() - startedAt
await Promise.race([Promise.all(underWay), wait(ENDS_WITHIN_MS)])
await sample().then(({ answers }) => Object.assign(samples.at(-1) ?? {}, { answers }), noteError)

const amiss = underWay.size > 0 ? [`${underWay.size} acts had no end within ${ENDS_WITHIN_MS / 1000} s`] : []
amiss.push(...(await compareWithDatabase(world.book, place)), ...(await verify(env)), ...caller.seen.wrong)
for (const code of await programs.stop()) if (code !== 0) amiss.push(`the program ended with ${code}`)
await mailServer.close()

// The outcome of an act.

type Trend = { perHour: number; error: number }

/** The straight line through points by least squares, with the standard error of its slope. */
function trendOf(points: readonly { hours: number; value: number }[]): Trend {
  const mean = (of: (point: { hours: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [middle, level] = [mean(({ hours }) => hours), mean(({ value }) => value)]
  const spread = mean(({ hours }) => (hours - middle) ** 2)
  const perHour = mean(({ hours, value }) => (hours - middle) * (value - level)) / spread
  const rest = mean(({ hours, value }) => (value - level - perHour * (hours - middle)) ** 2)
  return { perHour, error: Math.sqrt(rest / spread / (points.length - 2)) }
}

const warmUpMs = Math.min(WARM_UP_MS, lastedMs / 4)
const windowMs = Math.max(SAMPLE_MS, Math.min(WINDOW_MS, lastedMs / 24))
const warm = samples.filter(({ atMs }) => atMs >= warmUpMs)
const windows = [...Map.groupBy(warm, ({ atMs }) => Math.floor((atMs - warmUpMs) / windowMs)).values()]
const least = (of: readonly number[]) => Math.min(...of)
const average = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length
const rows: readonly [string, Measure, typeof least][] = [
  ['resident memory MB, least', 'rss', least],
  ['resident memory MB, mean', 'rss', average],
  ['used heap MB, least', 'heap', least],
  ['file descriptors', 'files', average],
  ['connections of PostgreSQL', 'backends', average],
  ['memory of PostgreSQL MB', 'postgres', average],
  ['DATA_DIR MB', 'disk', average],
]
const held = rows.map(([name, measure, figure]) => {
  const points = windows.map((window) => ({
    hours: average(window.map(({ atMs }) => atMs)) / HOUR_MS,
    value: figure(window.map((one) => one[measure])),
  }))
  const trend = trendOf(points)
  return { name, first: points[0]?.value ?? 0, last: points.at(-1)?.value ?? 0, trend }
})
const one = (value: number) => value.toFixed(1)
const heldTable = printTable(
  ['held', 'after the warm-up', 'at the end', 'more an hour', 'standard error'],
  held.map(({ name, first, last, trend }) => [
    name,
    one(first),
    one(last),
    trend.perHour.toFixed(2),
    trend.error.toFixed(2),
  ]),
)
const answers = [...(samples.at(-1)?.answers ?? [])]
const answered = (first: string) =>
  answers.filter(([call]) => first.includes(call.at(-3) ?? '-')).reduce((sum, [, count]) => sum + count, 0)
const failures = answers.filter(([call]) => call.at(-3) === '5').map(([call, count]) => `${call}: ${count}`)
const loops = warm.map(({ loopMs }) => loopMs)
const count = printTable(
  [
    'hours',
    'calls',
    'of which 4xx',
    '5xx',
    'routes',
    'loop p99 ms, median',
    'most',
    'money accepted',
    'refused',
    'put off',
    'unexpected',
    'amiss',
  ],
  [
    [
      (lastedMs / HOUR_MS).toFixed(2),
      String(answered('12345')),
      String(answered('4')),
      String(answered('5')),
      String(new Set(answers.map(([call]) => call.slice(0, -4))).size),
      one(median(loops)),
      one(Math.max(...loops)),
      String(money.accepted),
      String(money.refused),
      String(putOff),
      String([...unexpected.values()].reduce((sum, times) => sum + times, 0)),
      String(amiss.length),
    ],
  ],
)
const course = printTable(
  [
    'hours',
    'resident MB, least',
    'mean',
    'heap MB, least',
    'loop p99 ms, most',
    'files',
    'connections',
    'DATA_DIR MB',
    'load',
  ],
  windows.map((window) => [
    (average(window.map(({ atMs }) => atMs)) / HOUR_MS).toFixed(2),
    one(least(window.map(({ rss }) => rss))),
    one(average(window.map(({ rss }) => rss))),
    one(least(window.map(({ heap }) => heap))),
    one(Math.max(...window.map(({ loopMs }) => loopMs))),
    one(average(window.map(({ files }) => files))),
    one(average(window.map(({ backends }) => backends))),
    one(average(window.map(({ disk }) => disk))),
    one(average(window.map(({ load }) => load))),
  ]),
)
const sentences = [...failures, ...amiss, ...[...unexpected].map(([sentence, times]) => `${sentence}, ${times} times`)]
for (const sentence of sentences) console.error(sentence)
saveResult(
  'soak',
  [heldTable, count, course, sentences.map((sentence) => `- ${sentence}`).join('\n')].filter(Boolean).join('\n\n'),
  `One program on an embedded PostgreSQL, ${values.people} people, ${ACTS_A_SECOND} acts begun a second, rate limits off, mails by SMTP, seed ${values.seed}; clients share the cores. ` +
    `Read every ${SAMPLE_MS / 1000} s; the first ${Math.round(warmUpMs / 60_000)} minutes are left out. Slopes are of least squares over windows of ${Math.round(windowMs / 1000)} s. ` +
    "Resident memory rises and falls with V8's collections: the least of each window counts, the mean stands beside it. The database grows, " +
    'and with it what lists and exports read. The p99 of the event loop is that of each reading, and has the 20 ms in it after which the loop ' +
    'is looked at; it grows with the load of the machine. Amiss would be a balance or a number of records that is not what was acknowledged, an invariant, or a program that does not end cleanly.',
)
if (amiss.length > 0 || failures.length > 0) {
  console.error(`Seed ${values.seed}; the database stays in ${dataDir}.`)
  process.exitCode = 1
} else rmSync(dataDir, { recursive: true, force: true })
process.exit() // also if calls are still pending
