/**
 * Money calls over connections that are cut at a given byte: between browser and server, or between server and PostgreSQL. A retry
 * with the same key must end with the same result as the call on intact connections, and no earlier reply may say otherwise.
 */
import { once } from 'node:events'
import { request } from 'node:http'
import { onChanges } from '../../../server/src/platform/database/connection.ts'
import { makeDb } from '../../../server/src/platform/database/database.ts'
import { openPool } from '../../../server/src/platform/database/open.ts'
import { randomFrom } from '../../support/earnLife.ts'
import { planOnce } from '../../support/faults.ts'
import { type Answer, testServer } from '../../support/server.ts'
import {
  type Cut,
  messagesOfPostgres,
  openWire,
  partsOfHttp,
  routeOf,
  type Way,
  type Wire,
} from '../../support/wire.ts'
import { calls } from '../simulation/cases.ts'
import { differences, freshKey, lasting, type Outcome } from '../simulation/play.ts'
import { type Call, digestOf, makeStage, makeWorld, type Stage, type World } from '../simulation/world.ts'

export type Line = 'browser' | 'database'
export const lines: readonly Line[] = ['browser', 'database']
/** Where and how a connection fails. */
export type Break = Cut & { line: Line }
export type WiredStage = Stage & {
  wires: Record<Line, Wire>
  /** How long the program waits for its database, and a client for the program. */
  patienceMs: number
  /** Makes the program take a new connection to the database next, on which no statement is prepared; retries take others. */
  renew: () => Promise<void>
}
/** `torn`: half a request was refused as unreadable, which says that nothing was done. */
export const firstEnds = ['unanswered', 'torn', 'unavailable', 'answered'] as const
export type End = (typeof firstEnds)[number]

const ATTEMPTS_MAX = 30
/** How many worlds are created at once: one by one they took longer than the cuts. */
const TOGETHER = 12

type Place = { url: string; dataDir: string; close: () => Promise<void> }

/** A server that listens behind one proxy and reaches this migrated database through another. */
export async function wire({ url, dataDir, close }: Place, patienceMs: number): Promise<WiredStage> {
  const { place, through } = routeOf(url)
  const database = await openWire(place, messagesOfPostgres)
  const pool = openPool(through(database.port), TOGETHER + 2, patienceMs)
  planOnce(pool)
  pool.options.connectionTimeoutMillis = Math.max(patienceMs, pool.options.connectionTimeoutMillis ?? 0)
  const closeAll = async () => {
    await pool.end()
    await database.close()
    await close()
  }
  const server = await testServer({
    database: { db: makeDb(pool), onChanges: (listener) => onChanges(pool, listener), url, dataDir, close: closeAll },
  })
  const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  const browser = await openWire({ host: address.hostname, port: Number(address.port) }, partsOfHttp)
  const renew = async () => {
    const kept = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
    const fresh = await pool.connect()
    for (const [n, client] of kept.entries()) client.release(n >= TOGETHER)
    fresh.release() // the pool takes the connection that was released last
  }
  return { ...(await makeStage(server)), wires: { browser, database }, patienceMs, renew }
}

/** The byte counts, for each direction of each connection, at which a message of the call's exchange is complete. */
export type Ends = Record<Line, Record<Way, number[]>>

/** The call on intact connections: its result, and the bytes exchanged for it. */
export async function measure(stage: WiredStage, name: string): Promise<{ outcome: Outcome; ends: Ends }> {
  const { browser, database } = stage.wires
  const ends = {} as Ends
  const [world] = await worldsOf(stage, 1)
  const played = await play(stage, { name, world: world!, isRenewed: true }, async (first) => {
    const outer = await browser.during(null, async () => {
      const inner = await database.during(null, first)
      ends.database = inner.ends
      return inner.result
    })
    ends.browser = outer.ends
    return outer.result
  })
  return { outcome: { answers: played.answers, ledger: await digestOf(world!) }, ends }
}

/**
 * The positions at which a receiver can tell the difference, as it does nothing before a message is complete: before the first
 * byte, before and after the last byte of each message, after the first, and in the middle.
 */
export function placesIn(ends: readonly number[]): number[] {
  const places = new Set([0, 1])
  for (const [n, end] of ends.entries()) {
    const begin = ends[n - 1] ?? 0
    for (const place of [Math.floor((begin + end) / 2), end - 1, end, end + 1]) places.add(place)
  }
  places.delete((ends.at(-1) ?? 0) + 1) // nothing more is sent
  return [...places].toSorted((a, b) => a - b)
}

export type Played = {
  cut: Break
  /** How the first attempt ended; null: the connection did not fail. */
  end: End | null
  /** What differs from intact connections. */
  amiss: string | null
}

/** The call with one cut during its first attempt, for each of these cuts, in a world of its own. */
export async function playCuts(
  stage: WiredStage,
  { name, cuts, calm }: { name: string; cuts: readonly Break[]; calm: Outcome },
): Promise<Played[]> {
  const played: Played[] = []
  for (let from = 0; from < cuts.length; from += TOGETHER) {
    const some = cuts.slice(from, from + TOGETHER)
    const worlds = await worldsOf(stage, some.length)
    for (const [n, cut] of some.entries()) played.push(await playCut(stage, { name, cut, calm, world: worlds[n]! }))
  }
  return played
}

const worldsOf = (stage: WiredStage, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      makeWorld(stage, {
        random: randomFrom(1),
        settle: (call) => callPatiently(stage, call, freshKey()),
      }),
    ),
  )

/** Without a wire, and again under the same key if the machine was too busy to carry the call out. */
async function callPatiently({ server }: WiredStage, { as, method, path, body }: Call, key: string): Promise<Answer> {
  for (let repeats = 0; ; repeats++) {
    const answer = await server.call(method, path, { as, body, key })
    if (answer.status !== 503 || repeats === ATTEMPTS_MAX) return answer
  }
}

async function playCut(
  stage: WiredStage,
  { name, cut, calm, world }: { name: string; cut: Break; calm: Outcome; world: World },
): Promise<Played> {
  const what = `${name}, ${cut.failure} ${cut.line} ${cut.way} after byte ${cut.after}`
  let end: End | null = null
  try {
    const isRenewed = cut.line === 'database'
    const { answers } = await play(stage, { name, world, isRenewed }, async (first) => {
      const { result, failed } = await stage.wires[cut.line].during(cut, first)
      if (failed) end = endOf(result)
      return result
    })
    const outcome = { answers, ledger: await digestOf(world) }
    const isSame = JSON.stringify(outcome) === JSON.stringify(calm)
    return { cut, end, amiss: isSame ? null : `${what}: ${differences(calm, outcome)}` }
  } catch (error) {
    return { cut, end, amiss: `${what}: ${String(error)}` }
  }
}

/** `attemptFirst` makes the first attempt, on a connection that may fail. */
async function play(
  stage: WiredStage,
  { name, world, isRenewed }: { name: string; world: World; isRenewed: boolean },
  attemptFirst: (first: () => Promise<Answer | null>) => Promise<Answer | null>,
): Promise<Pick<Outcome, 'answers'>> {
  const { server, wires, patienceMs, renew, startsAt } = stage
  server.clock.moveTo(startsAt)
  const call = await calls[name]!(world)
  const key = freshKey()
  const attempt = () => ask(wires.browser.port, { call, key, patienceMs })
  if (isRenewed) await renew()
  server.services.settings.forget() // so that each run has the same statements
  let answer = await attemptFirst(attempt)
  for (let repeats = 0; answer === null || endOf(answer) !== 'answered'; repeats++) {
    if (repeats === ATTEMPTS_MAX) throw new Error(`no answer after ${ATTEMPTS_MAX} repeats`)
    answer = await attempt()
  }
  const { status, body } = await callPatiently(stage, call, key)
  if (answer.status >= 500) throw new Error(`answered ${lasting(answer)}`)
  if (status !== answer.status || JSON.stringify(body) !== JSON.stringify(answer.body))
    throw new Error(`answered ${lasting(answer)}, and then to a repeat ${status} ${JSON.stringify(body)}`)
  return { answers: [lasting(answer)] }
}

function endOf(answer: Answer | null): End {
  if (answer === null) return 'unanswered'
  if (answer.status === 400 && answer.body.code === 'malformed') return 'torn' // the calls themselves can be read
  if (answer.status !== 503) return 'answered'
  if (!answer.headers['retry-after']) throw new Error('503 without Retry-After')
  return 'unavailable'
}

/** As a browser sends it, on a connection of its own; null if no complete reply arrives. */
async function ask(
  port: number,
  { call, key, patienceMs }: { call: Call; key: string; patienceMs: number },
): Promise<Answer | null> {
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
  sent.setTimeout(patienceMs, () => sent.destroy())
  sent.on('error', () => {}) // also a failure after the reply has begun
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
