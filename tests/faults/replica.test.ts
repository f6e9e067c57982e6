/** Reads beside a real standby: never behind a commit, and never lost with it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../server/src/platform/database/open.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { startPair } from '../support/standby.ts'
import { messagesOfPostgres, openWire, routeOf } from '../support/wire.ts'

let pair: Awaited<ReturnType<typeof startPair>>
const opened: OpenDatabase[] = []

async function open(databaseReadUrl: string | null) {
  const database = await openDatabase({ databaseUrl: pair.primaryUrl, databaseReadUrl, dataDir: '', say: () => {} })
  opened.push(database)
  return database
}
const closeAll = () => Promise.all(opened.splice(0).map(({ close }) => close()))

beforeAll(async () => {
  pair = await startPair()
  const { db } = await open(null)
  await sql`create table notes (n integer)`.execute(db)
}, 60_000)
afterAll(async () => {
  await closeAll()
  await pair.stop()
}, 60_000)

/** Which server a read ran on, and the newest note that it saw. */
function newest({ reads }: OpenDatabase) {
  return reads.run(async (db) => {
    const { rows } = await sql<{ copy: boolean; n: number }>`
      select pg_is_in_recovery() as copy, (select max(n) from notes) as n`.execute(db)
    return rows[0]
  })
}
const write = ({ db }: OpenDatabase, n: number) => sql`insert into notes values (${n})`.execute(db)

test('a read on the standby sees what was committed before it, by this process or another', async () => {
  const [one, other] = [await open(pair.standbyUrl), await open(pair.standbyUrl)]
  for (let n = 1; n <= 20; n++) {
    await write(n % 2 ? one : other, n)
    expect(await newest(one)).toMatchObject({ n })
  }
  await expect.poll(() => newest(other)).toEqual({ copy: true, n: 20 })
})

test('a standby that lags is not waited for', async () => {
  await pair.pause()
  try {
    const database = await open(pair.standbyUrl)
    await write(database, 21)
    expect(await newest(database)).toEqual({ copy: false, n: 21 })
  } finally {
    await pair.resume()
  }
  const fresh = await open(pair.standbyUrl)
  await expect.poll(() => newest(fresh)).toEqual({ copy: true, n: 21 })
})

test('an address that turns out to be the primary reads there', async () => {
  expect(await newest(await open(pair.primaryUrl))).toMatchObject({ copy: false })
})

/** Answers too how long it took. */
async function timedNewest(database: OpenDatabase) {
  const beganAtMs = performance.now()
  return { ...(await newest(database)), ms: performance.now() - beganAtMs }
}

test('of several hosts the one that is a standby answers, also behind one that is away', async () => {
  const wires = await Promise.all(
    [pair.primaryUrl, pair.standbyUrl].map((url) => openWire(routeOf(url).place, messagesOfPostgres)),
  )
  const { through } = routeOf(pair.standbyUrl)
  const database = await open(through(1, ...wires.map(({ port }) => port)))
  await expect.poll(() => newest(database)).toMatchObject({ copy: true })
  await Promise.all(wires.map(({ close }) => close()))
})

test('a standby that is frozen is waited for by one read, for a second', async () => {
  const standby = await openWire(routeOf(pair.standbyUrl).place, messagesOfPostgres)
  const database = await open(routeOf(pair.standbyUrl).through(standby.port))
  await expect.poll(() => newest(database)).toMatchObject({ copy: true })
  const { result } = await standby.during({ way: 'back', after: 0, failure: 'silence' }, () => timedNewest(database))
  expect(result).toMatchObject({ copy: false })
  expect(result.ms).toBeLessThan(7_500)
  expect(await newest(database)).toMatchObject({ copy: false })
  await standby.close()
})

test('a standby that goes, even under a read, costs nobody their answer', async () => {
  const database = await open(pair.standbyUrl)
  await expect.poll(() => newest(database)).toMatchObject({ copy: true })
  let runs = 0
  const answer = await database.reads.run(async (db) => {
    runs += 1
    if (runs === 1) await pair.stopStandby()
    const { rows } = await sql<{ copy: boolean }>`select pg_is_in_recovery() as copy`.execute(db)
    return rows[0]?.copy
  })
  expect([runs, answer]).toEqual([2, false])
  expect(await newest(database)).toMatchObject({ copy: false })
  expect(await newest(await open(pair.standbyUrl))).toMatchObject({ copy: false })
})
