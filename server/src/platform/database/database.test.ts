import { connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { isUnavailable, makeDb, openPool, readInOneMoment, transaction } from './database.ts'
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

describe('a transaction', () => {
  test('is repeated when PostgreSQL asks for it, and leaves nothing of the lost attempt', async () => {
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

  test('gives up after five repeats', async () => {
    let attempts = 0
    const losing = transaction(db, async (tx) => {
      attempts++
      await sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`.execute(tx)
    })
    await expect(losing).rejects.toThrow('lost')
    expect(attempts).toBe(6)
  })

  test('is not repeated for any other error', async () => {
    let attempts = 0
    const failing = transaction(db, async (tx) => {
      attempts++
      await sql`select 1/0`.execute(tx)
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect(attempts).toBe(1)
  })

  test('takes no statement after its end', async () => {
    const left = await transaction(db, async (tx) => tx)
    await expect(sql`select 1`.execute(left)).rejects.toThrow('after the end')
  })

  test('that PostgreSQL rolled back instead of committing says so', async () => {
    const swallowing = transaction(db, async (tx) => {
      await sql`create table swallowed (id int)`.execute(tx)
      await sql`select 1/0`.execute(tx).catch(() => {})
    })
    await expect(swallowing).rejects.toThrow('commit became ROLLBACK')
  })

  test('for reading sees one moment, and inside another is that one', async () => {
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

describe('unavailable', () => {
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

  test('a server that falls silent, and is used again when it speaks', async () => {
    const { host, port } = new Client({ connectionString: url })
    const lines: Socket[] = []
    const proxy = createServer((here) => {
      const there = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
      for (const line of [here, there]) line.on('error', () => {})
      here.pipe(there).pipe(here)
      lines.push(here, there)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = proxy.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
    const behind = openPool(
      url.replace(/host=[^&]*&port=\d+/, '').replace(/@[^/]*/, `@127.0.0.1:${address.port}`),
      2,
      200,
    )
    const through = makeDb(behind)

    await sql`select 1`.execute(through)
    const begin = Date.now()
    const silenced = transaction(through, async (tx) => {
      await sql`select 1`.execute(tx)
      for (const line of lines) line.pause().unpipe()
      await sql`select 2`.execute(tx)
    })
    expect(isUnavailable(await reasonOf(silenced))).toBe(true)
    expect(Date.now() - begin).toBeLessThan(60_000) // 0.2 s of patience, on a machine that is as busy as can be
    expect((await sql`select 3 as three`.execute(through)).rows).toEqual([{ three: 3 }])
    for (const line of lines) line.destroy()
    await behind.end()
    proxy.close()
  })

  test('a pool with nothing left', async () => {
    const small = openPool(url, 1)
    const taken = await small.connect()
    small.options.connectionTimeoutMillis = 20
    expect(isUnavailable(await reasonOf(sql`select 1`.execute(makeDb(small))))).toBe(true)
    taken.release()
    await small.end()
  })

  test('a mistake in a statement is not', async () => {
    expect(isUnavailable(await reasonOf(pool.query('select no_such_column')))).toBe(false)
    expect(isUnavailable(new Error('anything'))).toBe(false)
  })
})

function reasonOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it worked',
    (error: unknown) => error,
  )
}
