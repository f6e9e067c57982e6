/**
 * Money calls over lines that are cut at a byte: between browser and server, or between server and PostgreSQL. A repeat
 * under the same key must end with what the same call comes to on whole lines, and no answer before it may say otherwise.
 */
import { once } from 'node:events'
import { request } from 'node:http'
import { onChanges } from '../../../server/src/platform/database/connection.ts'
import { makeDb } from '../../../server/src/platform/database/database.ts'
import { openPool } from '../../../server/src/platform/database/open.ts'
import { randomFrom } from '../../support/earnLife.ts'
import { type Answer, testServer } from '../../support/server.ts'
import { type Cut, openWire, type Way, type Wire } from '../../support/wire.ts'
import { calls } from '../simulation/cases.ts'
import { differences, freshKey, lasting, type Outcome } from '../simulation/play.ts'
import { type Call, digestOf, makeStage, makeWorld, type Stage } from '../simulation/world.ts'

export type Line = 'browser' | 'database'
export const lines: readonly Line[] = ['browser', 'database']
export type WiredStage = Stage & { wires: Record<Line, Wire> }
export type Figures = Record<'cuts' | End, number>
export const noFigures = (): Figures => ({ cuts: 0, unanswered: 0, torn: 0, unavailable: 0, answered: 0 })
/** `torn`: half a request was refused as unreadable, which says that nothing was done. */
type End = 'unanswered' | 'torn' | 'unavailable' | 'answered'

// Of the program with its database (otherwise ten seconds), and of who waits on a line that may be silent. A slow machine
// takes longer for an answer now and then, and is asked again.
const SILENCE_MS = 400
const PATIENCE_MS = 400
const ATTEMPTS_MAX = 30

type Place = { url: string; dataDir: string; close: () => Promise<void> }

/** A server that listens behind one line and reaches this migrated database over another. */
export async function wire({ url, dataDir, close }: Place): Promise<WiredStage> {
  const { place, through } = routeOf(url)
  const database = await openWire(place)
  const pool = openPool(through(database.port), 6, SILENCE_MS)
  const closeAll = async () => {
    await pool.end()
    await database.close()
    await close()
  }
  const server = await testServer({
    database: { db: makeDb(pool), onChanges: (listener) => onChanges(pool, listener), url, dataDir, close: closeAll },
  })
  const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  const browser = await openWire({ host: address.hostname, port: Number(address.port) })
  return { ...(await makeStage(server)), wires: { browser, database } }
}

/** Where a PostgreSQL listens, and its address by way of a port of this machine. */
function routeOf(url: string) {
  const { hostname, port, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  const place = folder
    ? { path: `${folder}/.s.PGSQL.${searchParams.get('port') ?? 5432}` }
    : { host: hostname, port: Number(port || 5432) }
  const through = (own: number) => {
    const address = new URL(url)
    for (const name of ['host', 'port']) address.searchParams.delete(name)
    address.host = `127.0.0.1:${own}`
    return address.href
  }
  return { place, through }
}

export type Measured = { outcome: Outcome; bytes: Record<Line, Record<Way, number>> }

/** The call on whole lines: what it comes to, and how many bytes are exchanged for it where its statements are prepared. */
export async function measure(stage: WiredStage, name: string): Promise<Measured> {
  await measureOnce(stage, name)
  return measureOnce(stage, name)
}

async function measureOnce(stage: WiredStage, name: string): Promise<Measured> {
  const bytes = {} as Measured['bytes']
  const outcome = await play(stage, name, async (first) => {
    const { browser, database } = stage.wires
    const inner = await browser.during(null, async () => {
      const { result, arrived } = await database.during(null, first)
      bytes.database = arrived
      return result
    })
    bytes.browser = inner.arrived
    return inner.result
  })
  return { outcome, bytes }
}

/** The call with one cut during its first attempt. Answers what is not as on whole lines. */
export async function playCut(
  stage: WiredStage,
  { name, line, cut, calm, figures }: { name: string; line: Line; cut: Cut; calm: Outcome; figures: Figures },
): Promise<string[]> {
  const what = `${name}, ${cut.failure} ${line} ${cut.way} after byte ${cut.after}`
  try {
    const outcome = await play(stage, name, async (first) => {
      const { result, failed } = await stage.wires[line].during(cut, first)
      if (failed) {
        figures.cuts++
        figures[endOf(result)]++
      }
      return result
    })
    return JSON.stringify(outcome) === JSON.stringify(calm) ? [] : [`${what}: ${differences(calm, outcome)}`]
  } catch (error) {
    return [`${what}: ${String(error)}`]
  }
}

/** `attemptFirst` makes the first attempt, on a line that may fail. */
async function play(
  stage: WiredStage,
  name: string,
  attemptFirst: (first: () => Promise<Answer | null>) => Promise<Answer | null>,
): Promise<Outcome> {
  const { server, wires } = stage
  const settle = ({ as, method, path, body }: Call) => server.call(method, path, { as, body, key: freshKey() })
  const world = await makeWorld(stage, { random: randomFrom(1), settle })
  const call = await calls[name]!(world)
  const key = freshKey()
  const attempt = () => ask(wires.browser.port, { call, key })
  let answer = await attemptFirst(attempt)
  for (let repeats = 0; answer === null || endOf(answer) !== 'answered'; repeats++) {
    if (repeats === ATTEMPTS_MAX) throw new Error(`no answer after ${ATTEMPTS_MAX} repeats`)
    answer = await attempt()
  }
  const { status, body } = await server.call(call.method, call.path, { as: call.as, body: call.body, key })
  if (answer.status >= 500) throw new Error(`answered ${lasting(answer)}`)
  if (status !== answer.status || JSON.stringify(body) !== JSON.stringify(answer.body))
    throw new Error(`answered ${lasting(answer)}, and then to a repeat ${status} ${JSON.stringify(body)}`)
  return { answers: [lasting(answer)], ledger: await digestOf(world) }
}

function endOf(answer: Answer | null): End {
  if (answer === null) return 'unanswered'
  if (answer.status === 400 && answer.body.code === undefined) return 'torn'
  if (answer.status !== 503) return 'answered'
  if (!answer.headers['retry-after']) throw new Error('503 without Retry-After')
  return 'unavailable'
}

/** As a browser asks, on a connection of its own; null where no whole answer comes. */
async function ask(port: number, { call, key }: { call: Call; key: string }): Promise<Answer | null> {
  const payload = call.body === undefined ? '' : JSON.stringify(call.body)
  const sent = request({
    host: '127.0.0.1',
    port,
    agent: false,
    method: call.method,
    path: `/api${call.path}`,
    headers: {
      authorization: `Bearer ${call.as.token}`,
      'idempotency-key': key,
      ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    },
  })
  sent.setTimeout(PATIENCE_MS, () => sent.destroy())
  sent.on('error', () => {}) // also one that comes after the answer has begun
  sent.end(payload)
  try {
    const [response] = await once(sent, 'response')
    let text = ''
    for await (const bytes of response.setEncoding('utf8')) text += bytes
    return { status: response.statusCode, body: text === '' ? '' : JSON.parse(text), headers: response.headers }
  } catch {
    return null
  }
}
