/** What somebody with write access to the database could do to the audit log, and how it is found. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { transaction, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { keyRing } from '../platform/files/keys.ts'
import { recordEach } from './actions.ts'
import { hashOf } from './chain.ts'
import { invariants } from './invariants.ts'
import { actsAfter, actsNaming } from './queries.ts'
import { auditSealsAmiss, resealAuditLog, sealAuditLog } from './seals.ts'

let server: TestServer
let admin: TestUser
let other: TestUser
const secrets = { appSecret: 'a'.repeat(40), oldAppSecrets: [] }
const ring = keyRing(secrets)

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  other = await server.makeUser({ role: 'admin' })
  for (const subjectId of [1, 2, 3]) await act(subjectId)
  await seal()
  await act(4)
})
afterAll(() => server.close())

const seal = () => sealAuditLog(server.services.db, ring, server.clock.now())
function act(subjectId: number) {
  const about = { action: 'deposit approved', subject: 'deposit', subjectId, address: '10.0.0.1' } as const
  const values = { before: { status: 'pending' }, after: { status: 'approved' }, reason: 'paid' }
  return transaction(server.services.db, async (tx) =>
    recordEach(tx, [{ admin: admin.id, at: server.clock.now(), ...about, ...values }]),
  )
}
/** What `npm run verify` finds after a change with triggers off, which is then taken back. */
async function after(change: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const undo = Symbol('undo')
  let found: string[] = []
  await transaction(server.services.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change(tx)
    const db = tx as never // reads like a database
    found = [...(await invariants[0]!.find(db)), ...(await auditSealsAmiss(db, ring))]
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return found
}
const firstId = async () => {
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from audit_log where subject = 'deposit'`.execute(server.services.db)
  return rows[0]?.id ?? 0
}

test('an untouched log is what was sealed, and the same row is sealed once', async () => {
  const { now } = await seal()
  expect((await seal()).now).toEqual(now)
  expect(await after(async () => {})).toEqual([])
})

describe('a row that was edited is named', () => {
  test.each<[string, () => Sql]>([
    ['at', () => sql`at + interval '1 millisecond'`],
    ['admin_id', () => sql`${other.id}`],
    ['action', () => sql`'deposit rejected'`],
    ['subject', () => sql`'withdrawal'`],
    ['subject_id', () => sql`subject_id + 1`],
    ['address', () => sql`'10.0.0.2'`],
    ['before', () => sql`'{"status": "rejected"}'`],
    ['after', () => sql`'{"status": "rejected"}'`],
    ['reason', () => sql`'unpaid'`],
    ['approved_by', () => sql`${other.id}`],
    ['salt', () => sql`sha256(salt)`],
    ['hash', () => sql`sha256(hash)`],
  ])('%s', async (column, value) => {
    const id = await firstId()
    const found = await after((tx) =>
      sql`update audit_log set ${sql.ref(column)} = ${value()} where id = ${id}`.execute(tx),
    )
    expect(found[0]).toContain(`audit row ${id} `)
  })
})

test('an edited row is found although all later rows were hashed anew', async () => {
  const id = await firstId()
  const found = await after(async (tx) => {
    await sql`update audit_log set reason = 'unpaid' where id = ${id}`.execute(tx)
    const rows = await actsAfter(tx as never, 0, 1000)
    let previous: Buffer | null = null
    for (const row of rows) {
      const hash: Buffer = hashOf(row, previous)
      await sql`update audit_log set hash = ${hash} where id = ${row.id}`.execute(tx)
      previous = hash
    }
  })
  expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/^audit row \d+ is not what was sealed/)]))
  expect(found.some((finding) => finding.includes('does not match its hash'))).toBe(false)
})

test.each<[string, () => Sql, RegExp]>([
  ['rows were removed', () => sql`delete from audit_log`, /^audit row \d+ was sealed and is gone$/],
  [
    'a seal was made without the key',
    () => sql`update audit_seals set sealed_hash = ${randomBytes(60)}`,
    /^the seal of the audit log through row \d+ was changed$/,
  ],
])('%s', async (_case, change, finding) => {
  expect((await after((tx) => change().execute(tx)))[0]).toMatch(finding)
})

test('after a rotation of keys the newest one opens all seals', async () => {
  const newest = { appSecret: 'b'.repeat(40), oldAppSecrets: [secrets.appSecret] }
  const { db } = server.services
  expect(await resealAuditLog(db, keyRing(newest))).toBeGreaterThan(0)
  expect(await resealAuditLog(db, keyRing(newest))).toBe(0)
  expect(await auditSealsAmiss(db, keyRing({ ...newest, oldAppSecrets: [] }))).toEqual([])
})

test('a reason with half a character is hashed as the database stores it', async () => {
  await transaction(server.services.db, async (tx) =>
    recordEach(tx, [
      {
        admin: admin.id,
        at: server.clock.now(),
        action: 'deposit rejected',
        subject: 'deposit',
        subjectId: 9,
        address: null,
        reason: '😀'.slice(0, 1),
      },
    ]),
  )
  expect(await invariants[0]?.find(server.services.db)).toEqual([])
})

test('the acts that name a person are found in parts as well as at once', async () => {
  const person = { id: other.id, at: server.clock.now(), isAdmin: true, names: [other.name], contacts: ['paid'] }
  const found = (atOnce?: number) =>
    transaction(server.services.db, async (tx) => (await actsNaming(tx, person, atOnce)).map(({ id }) => id))
  const whole = await found()
  expect(whole.length).toBeGreaterThan(2)
  expect(await found(1)).toEqual(whole)
  expect(await found(2)).toEqual(whole)
})
