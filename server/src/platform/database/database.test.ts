import { connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { untilOneWaits } from '../../../../tests/support/locks.ts'
import { openUnlimitedClient } from '../../backups/rows.ts'
import { addressesOf, addressOfDatabase } from './connection.ts'
import { isUnavailable, lockInOrder, makeDb, readInOneMoment, transaction } from './database.ts'
import { openPool } from './open.ts'
import { sql } from './sql.ts'

const { db, pool, url } = await testDatabase()

test('numbers and days arrive exactly', async () => {
  const { rows } = await pool.query(
    `select 9007199254740993::int8 as big, '{1,null}'::int8[] as bigs, 0.10::numeric(4,2) as share,
            '{0.10}'::numeric[] as shares, date '2026-03-31' as day, '{2026-03-31}'::date[] as days`,
  )
  expect(rows[0]).toEqual({
    big: 9007199254740993n,
    bigs: [1n, null],
    share: '0.10',
    shares: ['0.10'],
    day: '2026-03-31',
    days: ['2026-03-31'],
  })
})

test('no query is JIT-compiled: that takes longer than it saves', async () => {
  const client = await openUnlimitedClient(url)
  for (const one of [pool, client]) expect((await one.query('show jit')).rows).toEqual([{ jit: 'off' }])
  await client.end()
})

describe('a transaction', () => {
  test('is retried when PostgreSQL requires it, and leaves nothing of the lost attempt', async () => {
    await sql`create table tries (number int)`.execute(db)
    let attempts = 0
    const answer = await transaction(db, async (tx) => {
      attempts++
      await sql`insert into tries values (${attempts})`.execute(tx)
      if (attempts < 3) await sql`do $$ begin raise exception 'lost' using errcode = '40P01'; end $$`.execute(tx)
      return 'done'
    })
    expect(answer).toBe('done')
    expect((await sql`select number from tries`.execute(db)).rows).toEqual([{ number: 3 }])
  })

  test('gives up after five retries', async () => {
    let attempts = 0
    const losing = transaction(db, async (tx) => {
      attempts++
      await sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`.execute(tx)
    })
    await expect(losing).rejects.toThrow('lost')
    expect(attempts).toBe(6)
  })

  test('is not retried for any other error', async () => {
    let attempts = 0
    const failing = transaction(db, async (tx) => {
      attempts++
      await sql`select 1/0`.execute(tx)
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect(attempts).toBe(1)
  })

  test('accepts no statement after its end', async () => {
    const left = await transaction(db, async (tx) => tx)
    await expect(sql`select 1`.execute(left)).rejects.toThrow('after the end')
  })

  test('sends the driver one statement after the other, and its end after waiting statements', async () => {
    let underWay = 0
    let most = 0
    const send: (...given: unknown[]) => Promise<unknown> = Client.prototype.query
    const watched = vi.spyOn(Client.prototype, 'query').mockImplementation(async function (this: Client, ...given) {
      most = Math.max(most, ++underWay)
      return send.apply(this, given).finally(() => underWay--)
    })
    try {
      const numbers = await transaction(db, (tx) =>
        Promise.all(
          [1, 2, 3].map(async (n) => (await sql<{ n: number }>`select ${n}::int as n`.execute(tx)).rows[0]?.n),
        ),
      )
      expect(numbers).toEqual([1, 2, 3])
      const failing = transaction(db, (tx) =>
        Promise.all(['0', '1', '2'].map((n) => sql`select 1 / ${n}::int`.execute(tx))),
      )
      await expect(failing).rejects.toThrow('division by zero')
    } finally {
      watched.mockRestore()
    }
    expect(most).toBe(1)
  })

  test('fails with an error if PostgreSQL rolls it back instead of committing', async () => {
    const swallowing = transaction(db, async (tx) => {
      await sql`create table swallowed (id int)`.execute(tx)
      await sql`select 1/0`.execute(tx).catch(() => {})
    })
    await expect(swallowing).rejects.toThrow('commit became ROLLBACK')
  })

  test('for reading sees one moment, and inside another transaction uses that one', async () => {
    await sql`create table moments (number int)`.execute(db)
    const counts = await readInOneMoment(db, async (moment) => {
      const count = async (): Promise<unknown> => (await sql`select count(*) from moments`.execute(moment)).rows
      const before = await count()
      await sql`insert into moments values (1)`.execute(db)
      return [before, await readInOneMoment(moment, count)]
    })
    expect(counts).toEqual([[{ count: 0n }], [{ count: 0n }]])
  })
})

test('locks are taken one after the other, and the later ones stay free while the first is waited for', async () => {
  await sql`create table doors (id int primary key)`.execute(db)
  await sql`insert into doors values (1), (2), (3)`.execute(db)
  const door = (id: number) => sql`select from doors where id = ${id} for update`
  const isFree = (id: number) => sql`select from doors where id = ${id} for update skip locked`.execute(db)
  let taking: Promise<void> | undefined
  await transaction(db, async (holder) => {
    await door(2).execute(holder)
    taking = transaction(db, (tx) => lockInOrder(tx, [door(1), door(2), door(3)]))
    await untilOneWaits(db)
    expect([(await isFree(1)).rows.length, (await isFree(3)).rows.length]).toEqual([0, 1])
  })
  await taking
  await transaction(db, async (tx) => {
    await lockInOrder(tx, [door(3), door(1)])
    const free = await Promise.all([1, 2, 3].map(isFree))
    expect(free.map(({ rows }) => rows.length)).toEqual([0, 1, 0])
  })
})

describe('unavailable', () => {
  const storeError = (status: number) =>
    Object.assign(new Error('an S3 error'), { $metadata: { httpStatusCode: status } })

  test('a server that is not there', async () => {
    const nowhere = openPool('postgresql://u:p@127.0.0.1:1/none')
    expect(isUnavailable(await reasonOf(sql`select 1`.execute(makeDb(nowhere))))).toBe(true)
    await nowhere.end()
  })

  test('a socket that is not there', async () => {
    const nowhere = openPool('postgresql://u@localhost/none?host=/nonexistent')
    expect(isUnavailable(await reasonOf(sql`select 1`.execute(makeDb(nowhere))))).toBe(true)
    await nowhere.end()
  })

  test('a connection that is cut in the middle of a transaction does not stop the program', async () => {
    const cut = transaction(db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await sql`select 1`.execute(tx)
    })
    expect(isUnavailable(await reasonOf(cut))).toBe(true)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a server that falls silent, and is used again when it answers', async () => {
    const { port, lines, close } = await proxy()
    const behind = openPool(throughHosts(`127.0.0.1:${port}`), 2, 200)
    const through = makeDb(behind)

    await sql`select 1`.execute(through)
    const begin = Date.now()
    const silenced = transaction(through, async (tx) => {
      await sql`select 1`.execute(tx)
      for (const line of lines) line.pause().unpipe()
      await sql`select 2`.execute(tx)
    })
    expect(isUnavailable(await reasonOf(silenced))).toBe(true)
    expect(Date.now() - begin).toBeLessThan(60_000) // 0.2 s of patience, on a machine as busy as can be
    expect((await sql`select 3 as three`.execute(through)).rows).toEqual([{ three: 3 }])
    close()
    await behind.end()
  })

  test.each([
    ['a disk with no room', { code: 'ENOSPC' }, true],
    ['a store that nobody reaches', new Error('not read', { cause: { code: 'ECONNREFUSED' } }), true],
    ['a file that is gone', new Error('not read', { cause: { code: 'ENOENT' } }), false],
    ['a store that fails', new Error('not written', { cause: storeError(503) }), true],
    ['a store that has had too much', storeError(429), true],
    ['a store that refuses our keys', new Error('not read', { cause: storeError(403) }), false],
    ['a store that is silent', Object.assign(new Error('silent'), { name: 'TimeoutError' }), true],
    ['another fault', new Error('a bug', { cause: { code: '23505' } }), false],
  ])('%s', (_what, error, isAway) => expect(isUnavailable(error)).toBe(isAway))

  test('a pool with nothing left', async () => {
    const small = openPool(url, 1)
    const taken = await small.connect()
    small.options.connectionTimeoutMillis = 20
    expect(isUnavailable(await reasonOf(sql`select 1`.execute(makeDb(small))))).toBe(true)
    taken.release()
    await small.end()
  })

  test('a mistake in a statement is not unavailability', async () => {
    expect(isUnavailable(await reasonOf(pool.query('select no_such_column')))).toBe(false)
    expect(isUnavailable(new Error('anything'))).toBe(false)
  })
})

describe('with several hosts', () => {
  test('the available one is used, and another one when it goes away', async () => {
    const [first, second] = [await proxy(), await proxy()]
    const both = openPool(throughHosts(`127.0.0.1:1,127.0.0.1:${first.port},127.0.0.1:${second.port}`), 2)
    const { rows } = await sql`select 1 as one`.execute(makeDb(both))
    expect(rows).toEqual([{ one: 1 }])
    expect([first.lines.length, second.lines.length]).toEqual([2, 0])
    first.close()
    await reasonOf(sql`select 1`.execute(makeDb(both))) // the broken connection may be noticed here
    expect((await sql`select 2 as two`.execute(makeDb(both))).rows).toEqual([{ two: 2 }])
    expect(second.lines).toHaveLength(2)
    second.close()
    await both.end()
  })

  test('one that takes no writes is not used', async () => {
    const { port, close } = await proxy()
    const name = new Client({ connectionString: url }).database
    const hosts = openPool(throughHosts(`127.0.0.1:${port},127.0.0.1:1`), 2)
    await pool.query(`alter database ${name} set default_transaction_read_only = on`)
    expect(isUnavailable(await reasonOf(sql`select 1`.execute(makeDb(hosts))))).toBe(true)
    await pool.query(
      `begin; set transaction read write; alter database ${name} reset default_transaction_read_only; commit`,
    )
    expect((await sql`select 1 as one`.execute(makeDb(hosts))).rows).toEqual([{ one: 1 }])
    close()
    await hosts.end()
  })

  test('all of them get the user and the parameters of the address', () => {
    expect(addressesOf('postgresql://u:p%40@a:1,b/name?sslmode=require')).toEqual([
      'postgresql://u:p%40@a:1/name?sslmode=require',
      'postgresql://u:p%40@b/name?sslmode=require',
    ])
    for (const single of ['postgresql://u@a/name', 'postgresql://u@/name?host=/run&x=1,2', 's3://k@b'])
      expect(addressesOf(single)).toEqual([single])
  })
})

test.each([
  ['postgresql://u:p@h:5432', 'postgresql://u:p@h:5432/a%20b'],
  ['postgresql://u@h/', 'postgresql://u@h/a%20b'],
  ['postgresql://u:p%2F@a,b:1/name?sslmode=require', 'postgresql://u:p%2F@a,b:1/a%20b?sslmode=require'],
  ['postgresql://h?sslrootcert=/etc/ca', 'postgresql://h/a%20b?sslrootcert=/etc/ca'],
  ['postgresql://u@/name?host=/run', 'postgresql://u@/a%20b?host=/run'],
])('the address of another database of the server of %s', (url, other) => {
  expect(addressOfDatabase(url, 'a b')).toBe(other)
})

/** The address of this file's database, through other hosts. */
function throughHosts(hosts: string): string {
  return url.replace(/host=[^&]*&port=\d+/, '').replace(/@[^/]*/, `@${hosts}`)
}

/** A proxy to the server that can be closed. `lines` has both ends of each connection. */
async function proxy(): Promise<{ port: number; lines: Socket[]; close: () => void }> {
  const { host, port } = new Client({ connectionString: url })
  const lines: Socket[] = []
  const server = createServer((here) => {
    const there = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const line of [here, there]) line.on('error', () => {})
    here.pipe(there).pipe(here)
    lines.push(here, there)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const close = () => {
    server.close()
    for (const line of lines) line.destroy()
  }
  return { port: address.port, lines, close }
}

function reasonOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it worked',
    (error: unknown) => error,
  )
}
