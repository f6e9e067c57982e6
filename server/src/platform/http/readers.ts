/** Downloads that take as long as their client reads, each with a connection of the pool for that time. */
import { pipeline, type Readable, Transform } from 'node:stream'
import { refuse } from './refuse.ts'

/**
 * How many a process serves at once, of the pool's 20 connections; the others serve everybody else. People's downloads of
 * their own data are counted apart: anyone may start them, and they must not close the panel's exports.
 */
const places = { own: { all: 2, each: 1 }, panel: { all: 4, each: 2 } }
type Kind = keyof typeof places

const COME_BACK_SECONDS = 10
const MINUTE_MS = 60_000
const SLOWEST = 60 * 1024 // bytes a minute: 2G carries several times as much

const readers: Record<Kind, number[]> = { own: [], panel: [] }

/**
 * Takes one of the places for such downloads; the caller must call the returned function once, when the download is over.
 * Refuses `unavailable`, to be retried later, if this person has as many as each may have, or all are taken.
 */
export function takeReader(kind: Kind, user: number): () => void {
  const taken = readers[kind]
  const { all, each } = places[kind]
  if (taken.length >= all || taken.filter((one) => one === user).length >= each)
    refuse({ code: 'unavailable', retryAfterSeconds: COME_BACK_SECONDS })
  taken.push(user)
  return () => void taken.splice(taken.indexOf(user), 1)
}

/**
 * A download that calls `leave` when it is over: read to its end, or aborted, also here, if its client reads less than
 * `SLOWEST`. A client that reads nothing at all is disconnected as well (`server.setTimeout` in app.ts); this ends those
 * who would keep their place with a few bytes now and then.
 */
export function readSteadily(content: Readable, leave: () => void): Readable {
  let passed = 0
  const gate = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      done(null, chunk)
    },
  })
  const pace = setInterval(() => {
    const isWaitedFor = gate.readableLength > 0 // otherwise the client is waiting for the database
    if (isWaitedFor && passed < SLOWEST)
      gate.destroy(new Error(`a download was read too slowly: ${passed} bytes a minute`))
    passed = 0
  }, MINUTE_MS).unref()
  gate.once('close', () => {
    clearInterval(pace)
    leave()
  })
  return pipeline(content, gate, () => {}) // an aborted download needs no report
}
