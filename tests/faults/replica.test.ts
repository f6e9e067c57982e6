/** Reads from real standbys: never behind a commit, and never lost with a standby. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../server/src/platform/database/open.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { type Standby, startStandbys } from '../support/standby.ts'
import { messagesOfPostgres, openWire, routeOf } from '../support/wire.ts'

let servers: Awaited<ReturnType<typeof startStandbys>>
let standby: Standby
const opened: OpenDatabase[] = []

async function open(databaseReadUrl: string | null, databaseUrl = servers.primaryUrl) {
  const database = await openDatabase({ databaseUrl, databaseReadUrl, dataDir: '', say: () => {} })
  opened.push(database)
  return database
}
const closeAll = () => Promise.all(opened.splice(0).map(({ close }) => close()))

beforeAll(async () => {
  servers = await startStandbys(1)
  standby = servers.standbys[0]!
  const { db } = await open(null)
  await sql`create table notes (n integer)`.execute(db)
}, 60_000)
afterAll(async () => {
  await closeAll()
  await servers.stop()
}, 60_000)

/** The server that a read ran on, and the newest note that it saw. */
function newest({ reads }: OpenDatabase) {
  return reads.run(async (db) => {
    const { rows } = await sql<{ copy: boolean; n: number }>`
      select pg_is_in_recovery() as copy, (select max(n) from notes) as n`.execute(db)
    return rows[0]
  })
}
const write = ({ db }: OpenDatabase, n: number) => sql`insert into notes values (${n})`.execute(db)

test('a read on the standby sees what was committed before it, by this process or another', async () => {
  const [one, another] = [await open(standby.url), await open(standby.url)]
  for (let n = 1; n <= 20; n++) {
    await write(n % 2 ? one : another, n)
    expect(await newest(one)).toMatchObject({ n })
  }
  await expect.poll(() => newest(another)).toEqual({ copy: true, n: 20 })
})

test('reads do not wait for a lagging standby', async () => {
  await standby.pause()
  try {
    const database = await open(standby.url)
    await write(database, 21)
    expect(await newest(database)).toEqual({ copy: false, n: 21 })
  } finally {
    await standby.resume()
  }
  const fresh = await open(standby.url)
  await expect.poll(() => newest(fresh)).toEqual({ copy: true, n: 21 })
})

test('reads go to the primary if the address turns out to be the primary', async () => {
  expect(await newest(await open(servers.primaryUrl))).toMatchObject({ copy: false })
})

/** Also returns how long it took. */
async function timedNewest(database: OpenDatabase) {
  const beganAtMs = performance.now()
  return { ...(await newest(database)), ms: performance.now() - beganAtMs }
}

test('of several hosts the standby answers, even if one before it is down', async () => {
  const wires = await Promise.all(
    [servers.primaryUrl, standby.url].map((url) => openWire(routeOf(url).place, messagesOfPostgres)),
  )
  const { through } = routeOf(standby.url)
  const database = await open(through(1, ...wires.map(({ port }) => port)))
  await expect.poll(() => newest(database)).toMatchObject({ copy: true })
  await Promise.all(wires.map(({ close }) => close()))
})

test('only one read waits for a frozen standby, for a second', async () => {
  const wire = await openWire(routeOf(standby.url).place, messagesOfPostgres)
  const database = await open(routeOf(standby.url).through(wire.port))
  await expect.poll(() => newest(database)).toMatchObject({ copy: true })
  const { result } = await wire.during({ way: 'back', after: 0, failure: 'silence' }, () => timedNewest(database))
  expect(result).toMatchObject({ copy: false })
  expect(result.ms).toBeLessThan(7_500)
  expect(await newest(database)).toMatchObject({ copy: false })
  await wire.close()
})

test('a standby that disappears, even during a read, costs nobody their reply', async () => {
  const database = await open(standby.url)
  await expect.poll(() => newest(database)).toMatchObject({ copy: true })
  let runs = 0
  const answer = await database.reads.run(async (db) => {
    runs += 1
    if (runs === 1) await standby.stop()
    const { rows } = await sql<{ copy: boolean }>`select pg_is_in_recovery() as copy`.execute(db)
    return rows[0]?.copy
  })
  expect([runs, answer]).toEqual([2, false])
  expect(await newest(database)).toMatchObject({ copy: false })
  expect(await newest(await open(standby.url))).toMatchObject({ copy: false })
})

test('after a failover reads use a standby of the new primary, and not one that was left behind', async () => {
  const family = await startStandbys(3)
  const [heir, loyal, left] = family.standbys as [Standby, Standby, Standby]
  try {
    const old = await open(null, family.primaryUrl)
    await sql`create table notes (n integer)`.execute(old.db)
    // So many rows that the promoted standby's first checkpoint, which PostgreSQL spreads over time, lasts longer than this test.
    await sql`create table filler as select n, repeat('x', 500) as text from generate_series(1, 30000) n`.execute(
      old.db,
    )
    await loyal.follow(heir.url)
    await write(old, 1)
    for (const { url } of family.standbys) {
      const database = await open(url, family.primaryUrl)
      await expect.poll(() => newest(database)).toEqual({ copy: true, n: 1 })
    }
    await heir.promote()
    // The old primary keeps running: one standby follows it, further than the promoted one has come.
    await sql`insert into filler select * from filler`.execute(old.db)
    await write(old, 2)
    const beside = await open(left.url, family.primaryUrl)
    await expect.poll(() => newest(beside)).toEqual({ copy: true, n: 2 })

    const behind = await open(left.url, heir.url)
    await write(behind, 3)
    expect(await newest(behind)).toEqual({ copy: false, n: 3 })
    await sql`checkpoint`.execute(behind.db) // by the new primary, as Patroni does it; standbys would have none for minutes
    const following = await open(loyal.url, heir.url)
    await expect.poll(() => newest(following)).toEqual({ copy: true, n: 3 })
  } finally {
    await closeAll()
    await family.stop()
  }
})
