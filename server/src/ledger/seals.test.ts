import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { transaction, type Tx } from '../platform/database/database.ts'
import { keyRing } from '../platform/files/keys.ts'
import { sql } from '../platform/database/sql.ts'
import { goneSince, headText, lastSeal, NAMED_MAX, readHead, resealLedger, sealLedger, sealsAmiss } from './seals.ts'
import { advanceTotals } from './totals.ts'

let server: TestServer
let asha: TestUser
const ring = () => keyRing(server.services.config)

beforeAll(async () => {
  server = await testServer()
  asha = await server.makeUser({ walletRupees: 50_000 })
  for (const amount of [700, 800, 900]) {
    await server.call('POST', '/flexible/deposit', { as: asha, body: { amount } })
    await sealAll()
  }
})
afterAll(() => server.close())

async function sealAll({ services: { db, config, clock } } = server, keys = keyRing(config)) {
  while (!(await advanceTotals(db))) continue
  return sealLedger(db, keys, clock.now())
}

/** The findings after an edit by somebody who may do everything in the database; the edit is rolled back. */
async function afterEditing(edit: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const stop = new Error('put it back')
  let found: string[] = []
  await transaction(server.services.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx) // no triggers, no foreign keys
    await edit(tx)
    found = await sealsAmiss(tx, ring())
    throw stop
  }).catch((error: unknown) => (error === stop ? undefined : Promise.reject(error)))
  return found
}

test('an untouched ledger matches its seals, through the last final transfer', async () => {
  const { db } = server.services
  expect(await sealsAmiss(db, ring())).toEqual([])
  const { rows } = await sql<{ id: bigint }>`select max(id) as id from ledger_transfers`.execute(db)
  expect((await lastSeal(db))?.through).toBe(rows[0]?.id)
})

test('without movements there is nothing to seal', async () => {
  const empty = await testServer()
  try {
    expect(await sealAll(empty)).toEqual({ before: null, now: null })
  } finally {
    await empty.close()
  }
})

test('a movement after a seal is in the next seal, and changes nothing before', async () => {
  await server.call('POST', '/flexible/withdraw', { as: asha, body: { amount: 200 } })
  expect(await sealsAmiss(server.services.db, ring())).toEqual([])
  const { before, now } = await sealAll()
  expect(now?.through).toBeGreaterThan(before?.through ?? 0n)
  expect(await sealsAmiss(server.services.db, ring())).toEqual([])
})

test('two processes that seal at once make one chain', async () => {
  await server.call('POST', '/flexible/deposit', { as: asha, body: { amount: 150 } })
  await Promise.all([1, 2, 3].map(() => sealAll()))
  expect(await sealsAmiss(server.services.db, ring())).toEqual([])
})

describe('a noted head', () => {
  async function noted() {
    const seal = (await sealAll()).now
    return `${seal?.through}:${headText(seal?.head ?? Buffer.alloc(0))}`
  }
  /** What is missing of it if the newest seal, and what it covers, never happened. */
  async function afterLosing(head: string, loss: (tx: Tx) => Promise<unknown>) {
    const stop = new Error('put it back')
    let gone: string[] = []
    await transaction(server.services.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`delete from ledger_seals where through = (select max(through) from ledger_seals)`.execute(tx)
      await loss(tx)
      gone = await goneSince(tx, readHead(head))
      throw stop
    }).catch((error: unknown) => (error === stop ? undefined : Promise.reject(error)))
    return gone
  }
  const lose = (tx: Tx) =>
    sql`
    delete from ledger_transfers where id > (select max(through) from ledger_seals)`.execute(tx)

  test('is found while nothing is gone, and also later', async () => {
    const head = await noted()
    await server.call('POST', '/flexible/deposit', { as: asha, body: { amount: 110 } })
    await sealAll()
    expect(await goneSince(server.services.db, readHead(head))).toEqual([])
  })

  test('names what is gone, and what has taken its numbers', async () => {
    await server.call('POST', '/flexible/deposit', { as: asha, body: { amount: 120 } })
    const head = await noted()
    const through = BigInt(head.split(':')[0] ?? '')
    const before = through - 1n // each deposit into Earn is one transfer
    const missing = `the seal through transfer ${through} that was noted is not in the ledger; its last one is through ${before}`
    expect(await afterLosing(head, lose)).toEqual([missing, `the transfers ${through} to ${through} are gone`])
    const others = `the transfers up to ${through} are others than those that were sealed, or earlier seals are gone too`
    const replace = (tx: Tx) =>
      sql`update ledger_entries set at = at + interval '1 second' where transfer_id = ${through}`.execute(tx)
    expect(await afterLosing(head, replace)).toEqual([missing, others])
    const alone = 'the transfers that it sealed are there, unchanged: only the seal is gone'
    expect(await afterLosing(head, async () => {})).toEqual([missing, alone])
  })

  test('is missing if the seal of its number has another head, or there is no seal at all', async () => {
    const head = `1234:${headText(Buffer.alloc(32, 0xab))}`
    const { db } = server.services
    const { through } = (await lastSeal(db)) ?? {}
    expect(await goneSince(db, readHead(head.replace('1234', String(through))))).toEqual([
      `the seal through transfer ${through} that was noted is not in the ledger; its last one is through ${through}`,
      `the transfers up to ${through} are others than those that were sealed, or earlier seals are gone too`,
    ])
    const all = (tx: Tx) =>
      Promise.all([sql`delete from ledger_seals`.execute(tx), sql`delete from ledger_transfers`.execute(tx)])
    expect(await afterLosing(head, all)).toEqual([
      'the seal through transfer 1234 that was noted is not in the ledger; its last one is through none',
      'the transfers 1 to 1234 are gone',
    ])
  })

  test('is written in groups of four', () => {
    expect(headText(Buffer.from('10e819d80abc', 'hex'))).toBe('10e8:19d8:0abc')
  })

  const groups = headText(Buffer.alloc(32, 0xab))
  test.each([
    'deadbeef',
    groups,
    `35 ${groups}`,
    `x35:${groups}`,
    `35:x${groups}`,
    `35:${groups}x`,
    `35:${groups.slice(5)}`,
    `${'9'.repeat(19)}:${groups}`,
  ])('is accepted as verify printed it, not as %s', (noted) => {
    expect(() => readHead(noted)).toThrow(
      '--since takes the last line of an earlier npm run verify, such as 35:10e8:19d8:…',
    )
  })

  test.each([` 9999:${groups}\n`, `9999: ${groups}`, `The ledger is sealed through transfer 9999:${groups}`])(
    'is read as %j',
    (noted) => {
      expect(readHead(noted)).toEqual({ through: '9999', head: groups })
    },
  )
})

describe('after an edit by hand the transfer is named', () => {
  test.each([
    ['transfers', 'subject', `'gift'`],
    ['transfers', 'subject_id', `subject_id + 1000000`],
    ['transfers', 'event', `event || '0'`],
    ['transfers', 'day', `coalesce(day, '2026-01-01') + 1`],
    ['transfers', 'kind', `'gift'`],
    ['transfers', 'at', `at - interval '1 microsecond'`],
    ['entries', 'account_id', `account_id + 1`],
    ['entries', 'amount', `amount + 1`],
    ['entries', 'balance_after', `coalesce(balance_after, 0) + 1`],
    ['entries', 'at', `at + interval '1 day'`],
  ])('ledger_%s.%s', async (table, column, value) => {
    const { db } = server.services
    const { rows } = await sql<{ id: bigint }>`
      select id from ledger_transfers where id <= ${(await lastSeal(db))?.through ?? 0n} order by random() limit 3`.execute(
      db,
    )
    for (const { id } of rows) {
      const key = table === 'transfers' ? 'id' : 'transfer_id'
      const found = await afterEditing((tx) =>
        sql
          .raw(
            `update ledger_${table} set ${column} = ${value} where ctid =
               (select ctid from ledger_${table} where ${key} = ${id} order by id limit 1)`,
          )
          .execute(tx),
      )
      expect(found).toEqual([`transfer ${id} is not what was sealed`])
    }
  })

  test('an entry moved to another transfer, one added, one removed', async () => {
    const { rows } = await sql<{ id: bigint }>`select min(id) as id from ledger_transfers`.execute(server.services.db)
    const first = rows[0]?.id ?? 0n
    const named = `transfer ${first} is not what was sealed`
    const one = sql`(select ctid from ledger_entries where transfer_id = ${first} limit 1)`
    expect(
      await afterEditing((tx) =>
        sql`update ledger_entries set transfer_id = ${first + 1n} where ctid = ${one}`.execute(tx),
      ),
    ).toContain(named)
    expect(await afterEditing((tx) => sql`delete from ledger_entries where ctid = ${one}`.execute(tx))).toEqual([named])
    expect(
      await afterEditing((tx) =>
        sql`insert into ledger_entries (transfer_id, account_id, amount, at)
            select transfer_id, account_id, 5, at from ledger_entries where ctid = ${one}`.execute(tx),
      ),
    ).toEqual([named])
  })

  test('a transfer that is gone, and one inserted under a free number', async () => {
    const { db } = server.services
    const { rows } = await sql<{ id: bigint }>`select min(id) as id from ledger_transfers`.execute(db)
    const first = rows[0]?.id ?? 0n
    expect(await afterEditing((tx) => sql`delete from ledger_transfers where id = ${first}`.execute(tx))).toEqual([
      `transfer ${first} was sealed and is gone`,
    ])
    const found = await afterEditing((tx) =>
      sql`insert into ledger_transfers (id, subject, subject_id, event, kind, at) overriding system value
          values (0, 'adjustment', 999, 'made', 'adjustment', now())`.execute(tx),
    )
    expect(found).toEqual(['transfer 0 is not what was sealed'])
  })

  test('of very many only the first are named', async () => {
    const found = await afterEditing((tx) =>
      sql`insert into ledger_transfers (id, subject, subject_id, event, kind, at) overriding system value
          select -n, 'adjustment', 1000000 + n, 'made', 'adjustment', now() from generate_series(1, 500) n`.execute(tx),
    )
    expect(found).toHaveLength(NAMED_MAX)
  })

  test('accounts that changed owners', async () => {
    const found = await afterEditing((tx) =>
      sql`update ledger_accounts set holder = holder + 100000 where holder = ${asha.id} and kind = 'flexible'`.execute(
        tx,
      ),
    )
    expect(found.length).toBeGreaterThan(2)
  })
})

describe('seals that were themselves edited', () => {
  const second = sql`(select through from ledger_seals order by through offset 1 limit 1)`

  test.each([
    [
      'a digest',
      sql`update ledger_seals set digests = set_byte(digests, 3, 255 - get_byte(digests, 3)) where through = ${second}`,
    ],
    [
      'a head',
      sql`update ledger_seals set head = set_byte(head, 0, 255 - get_byte(head, 0)) where through = ${second}`,
    ],
    [
      'a sealed head',
      sql`update ledger_seals set sealed_head = set_byte(sealed_head, 40, 255 - get_byte(sealed_head, 40)) where through = ${second}`,
    ],
    [
      'another one’s sealed head',
      sql`update ledger_seals set sealed_head = (select sealed_head from ledger_seals order by through limit 1) where through = ${second}`,
    ],
    ['a seal that is gone', sql`delete from ledger_seals where through = ${second}`],
    [
      'an end that was moved',
      sql`update ledger_seals set through = through + 1 where through = ${sql`(select max(through) from ledger_seals)`}`,
    ],
  ])('%s', async (_what, statement) => {
    expect((await afterEditing((tx) => statement.execute(tx))).join('\n')).toContain(
      'the seal of the ledger through transfer',
    )
  })

  test('a seal made anew by somebody without the key', async () => {
    const robbed = await testServer()
    try {
      await robbed.makeUser({ walletRupees: 100 })
      const { db, config } = robbed.services
      await sealAll(robbed)
      await transaction(db, async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update ledger_entries set amount = amount * 2`.execute(tx)
        await sql`delete from ledger_seals`.execute(tx)
      })
      await sealAll(robbed, keyRing({ appSecret: 'what somebody guessed', oldAppSecrets: [] }))
      expect(await sealsAmiss(db, keyRing(config))).toEqual([
        expect.stringContaining('the seal of the ledger through transfer'),
      ])
    } finally {
      await robbed.close()
    }
  })
})

test('after a rotation of keys the old secret is not needed any more', async () => {
  const { db, config } = server.services
  const both = keyRing({ appSecret: 'the next secret of this installation', oldAppSecrets: [config.appSecret] })
  const next = keyRing({ appSecret: 'the next secret of this installation', oldAppSecrets: [] })
  expect(await sealsAmiss(db, both)).toEqual([])
  expect(await sealsAmiss(db, next)).not.toEqual([])
  expect(await resealLedger(db, both)).toBeGreaterThan(2)
  expect(await resealLedger(db, both)).toBe(0)
  expect(await sealsAmiss(db, next)).toEqual([])
  const back = keyRing({ appSecret: config.appSecret, oldAppSecrets: ['the next secret of this installation'] })
  expect(await resealLedger(db, back)).toBeGreaterThan(2)
})
