/** Traces as a collector receives them; without a collector, or with a dead one, the program works the same. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeDb } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { startJobs } from '../server/src/platform/jobs/schedule.ts'
import { sendMails } from '../server/src/platform/outbox/outbox.ts'
import { openTraces } from '../server/src/platform/traces/otlp.ts'
import { spanned } from '../server/src/platform/traces/traces.ts'
import { type Collector, type CollectedSpan, startCollector } from './support/collector.ts'
import { testDatabase } from './support/database.ts'
import { freePort, startProgram } from './support/program.ts'
import { testServer, type TestServer, type TestUser } from './support/server.ts'
import { transfersOn } from './support/transfers.ts'

const PROXY = '10.0.0.5'
const CAUSE = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
const PATIENCE_MS = 120_000 // the machine may be busy, which must not lose anything
const traceparent = `00-${CAUSE.trace}-${CAUSE.span}-01`

let collector: Collector
let server: TestServer
let people: TestUser[]
let code: string

beforeAll(async () => {
  collector = await startCollector()
  const lost: string[] = []
  const log = makeLog({ readable: false, write: (line) => void lost.push(line) })
  const traces = openTraces({ url: `${collector.endpoint}/v1/traces`, share: 1, service: 'khata' }, log, PATIENCE_MS)
  const database = await testDatabase()
  const db = makeDb(database.pool, { traces })
  server = await testServer({ database: { ...database, db }, env: { TRUST_PROXY: PROXY }, traces })
  const { pair, initiate, codeFor, verify } = transfersOn(server)
  const { sender, receiver } = await pair()
  const { body } = await initiate(sender, { recipient: receiver.email, amount: 500 })
  code = await codeFor(sender)
  expect((await verify(sender, body.transfer_id, code)).status).toBe(200)
  expect((await initiate(sender, { recipient: receiver.email, amount: 9_000 })).status).toBe(422)
  const headers = { authorization: `Bearer ${sender.token}`, traceparent, 'x-forwarded-for': '203.0.113.9' }
  await server.app.inject({ url: '/api/profile', headers, remoteAddress: PROXY })
  await server.app.inject({ url: '/api/portfolio', headers, remoteAddress: '198.51.100.7' })
  await server.app.inject({
    url: '/api/settings/header_line?secret=1',
    headers: { ...headers, traceparent: '00-x' },
    remoteAddress: PROXY,
  })
  await server.call('GET', '/health/live')
  await expect(spanned(traces.begin('a failure'), () => sql`select 1 / 0 from users`.execute(db))).rejects.toThrow()
  await sql`select 'nobody asked'`.execute(db)
  const running = await startJobs(server.services, [sendMails], { pool: database.pool })
  await running.caughtUp
  await running.stop()
  await traces.close()
  expect(lost).toEqual([])
  people = [sender, receiver]
})
afterAll(async () => {
  await server.close()
  collector.close()
})

const roots = (name: string) => collector.spans.filter((span) => span.name === name && span.parent === '')
const root = (name: string) => only(roots(name))
const partsOf = ({ id }: CollectedSpan) => collector.spans.filter(({ parent }) => parent === id)
const names = (spans: CollectedSpan[]) => spans.map(({ name }) => name)

function only(spans: CollectedSpan[]): CollectedSpan {
  expect(names(spans)).toHaveLength(1)
  return spans[0]!
}

test('a transfer is one trace: the call, its transaction, and each statement of it', () => {
  const call = root('POST /api/balance-transfer/verify')
  expect(call).toMatchObject({ kind: 2, failed: false, service: 'khata' })
  expect(call.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/balance-transfer/verify',
    'http.response.status_code': 200,
    'bittkosh.request_id': expect.stringMatching(/^[\w-]{36}$/),
  })
  const transferring = only(partsOf(call).filter(({ name }) => name === 'transaction'))
  const statements = partsOf(transferring)
  expect(names(statements)).toContainEqual(expect.stringMatching(/ ledger_post$/))
  expect(names(statements).at(-1)).toBe('commit')
  for (const { kind, attributes } of statements) {
    expect(kind).toBe(3)
    expect(attributes['db.system.name']).toBe('postgresql')
    expect(attributes['db.query.text']).not.toBe('')
  }
  const whole = collector.spans.filter(({ trace }) => trace === call.trace)
  expect(whole).toHaveLength(1 + partsOf(call).length + statements.length)
})

test('a refusal is not an error; a failing statement is one, with its code', () => {
  const [refused] = collector.spans.filter(({ attributes }) => attributes['http.response.status_code'] === 422)
  expect(refused).toMatchObject({ name: 'POST /api/balance-transfer/initiate', failed: false })
  const undone = partsOf(refused!).filter(({ name }) => name === 'transaction')
  expect(names(undone.flatMap(partsOf)).at(-1)).toBe('rollback')
  const [divided] = partsOf(root('a failure'))
  expect(divided).toMatchObject({ name: 'select users', failed: true, attributes: { 'error.type': '22012' } })
})

test('a trusted proxy may set the trace of a call, and nobody else', () => {
  const profile = only(collector.spans.filter(({ name }) => name === 'GET /api/profile'))
  expect(profile).toMatchObject({ trace: CAUSE.trace, parent: CAUSE.span })
  expect(partsOf(profile)).not.toEqual([])
  expect(root('GET /api/portfolio').trace).not.toBe(CAUSE.trace)
  expect(root('GET /api/settings/:key').trace).not.toBe(CAUSE.trace)
})

test('a job and each message that it sends have traces of their own', () => {
  const runs = roots('job mails')
  expect(names(runs.flatMap(partsOf))).toContain('update outbox')
  const sent = collector.spans.filter(({ name }) => name === 'send mail')
  expect(sent).not.toEqual([])
  for (const { parent, kind, attributes } of sent) {
    expect(parent).toBe('')
    expect(kind).toBe(3)
    expect(attributes).toEqual({ 'bittkosh.attempt': 1 })
  }
})

test('neither health checks nor statements outside a call create one', () => {
  expect(names(collector.spans).filter((name) => name.includes('health'))).toEqual([])
  expect(collector.raw()).not.toContain('nobody asked')
})

test('no value is sent: neither identifying data, nor codes, tokens and queries', () => {
  const secrets = people.flatMap(({ name, email, phone, token }) => [name, email, phone, token])
  for (const secret of [...secrets, code, 'secret', '203.0.113.9']) expect(collector.raw()).not.toContain(secret)
})

/** Records which modules of the traces a program loads. */
function watchModules() {
  const place = mkdtempSync(join(tmpdir(), 'bittkosh-traces-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const loaded = join(place, 'loaded')
  const hook = join(place, 'hook.mjs')
  writeFileSync(loaded, '')
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs'
     import { registerHooks } from 'node:module'
     registerHooks({ load(url, context, next) {
       if (/@opentelemetry|otlp/.test(url)) appendFileSync(${JSON.stringify(loaded)}, url + '\\n')
       return next(url, context)
     } })`,
  )
  return { env: { NODE_OPTIONS: `--import=${hook}` }, loaded: () => readFileSync(loaded, 'utf8') }
}

async function program(env: Record<string, string>) {
  const { url, dataDir } = await testDatabase()
  const started = await startProgram({ DATABASE_URL: url, DATA_DIR: dataDir, ...env })
  onTestFinished(() => void started.stop())
  const signIn = () =>
    fetch(`${started.base}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'nobody@bittkosh.example', password: 'wrong' }),
    })
  return { ...started, signIn }
}

test('a program without a collector loads none of the tracing modules', async () => {
  const modules = watchModules()
  const { signIn, stop } = await program({ ...modules.env, OTEL_EXPORTER_OTLP_ENDPOINT: '' })
  expect((await signIn()).status).toBe(401)
  expect(await stop()).toBe(0)
  expect(modules.loaded()).toBe('')
})

test('a stopped program sends its remaining spans', async () => {
  const modules = watchModules()
  const { endpoint, spans, close } = await startCollector()
  onTestFinished(close)
  const { signIn, stop } = await program({ ...modules.env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  expect((await signIn()).status).toBe(401)
  expect(await stop()).toBe(0)
  expect(spans.filter(({ name }) => name === 'POST /api/login')).toMatchObject([
    { service: 'bittkosh', attributes: { 'http.response.status_code': 401 } },
  ])
  expect(names(spans)).toContain('job mails')
  expect(modules.loaded()).toContain('otlp.ts')
})

test('a collector that is down, or never replies, changes no reply and delays no stop', async () => {
  const silent = await startCollector({ answers: false })
  onTestFinished(silent.close)
  for (const endpoint of [`http://127.0.0.1:${await freePort()}`, silent.endpoint]) {
    const { signIn, stop } = await program({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    expect((await signIn()).status).toBe(401)
    expect(await stop()).toBe(0)
  }
})

test('spans that wait for a dead collector are bounded, and their whole loss is logged at most once a minute', async () => {
  const said: { count: number; msg: string }[] = []
  const log = makeLog({ readable: false, write: (line) => void said.push(JSON.parse(line)) })
  const refusing = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  onTestFinished(() => void refusing.close())
  const address = refusing.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const traces = openTraces({ url: `http://127.0.0.1:${port}/v1/traces`, share: 1, service: 'khata' }, log)
  for (let n = 0; n < 10_000; n++) traces.begin('one of many').end()
  expect(said).toMatchObject([{ level: 'warn', count: 1, msg: 'spans of traces did not reach their collector' }])
  await traces.close()
  expect(said.reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
  expect(said).toHaveLength(2)
})

test('a share of 0 sends only what a trusted proxy requests', async () => {
  const { endpoint, spans, close } = await startCollector()
  onTestFinished(close)
  const traces = openTraces(
    { url: `${endpoint}/v1/traces`, share: 0, service: 'khata' },
    makeLog({ level: 'fatal' }),
    PATIENCE_MS,
  )
  const mine = traces.begin('mine')
  expect(mine.within(() => traces.part('a part'))).toBeNull()
  mine.end()
  traces.begin('asked for', { cause: traceparent }).end()
  traces.begin('asked not to', { cause: traceparent.replace(/01$/, '00') }).end()
  await traces.close()
  expect(names(spans)).toEqual(['asked for'])
})
