/** Withdrawals of people whose money is stopped: nothing more is paid, but the bank's earlier payments can be recorded. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setFourEyes } from '../../../tests/support/guardedActs.ts'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'
import { utr, withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { invariants } from './invariants.ts'

const server = await testServer()
const { db } = server.services
const [meera, ravi] = [
  await server.makeUser({ role: 'admin', name: 'Meera' }),
  await server.makeUser({ role: 'admin', name: 'Ravi' }),
]
const { investor, ask, balances, decide, approve, claim, release } = withdrawalsOn(server, meera)
afterAll(() => server.close())

let user: TestUser
let id: number
beforeEach(async () => {
  user = await investor()
  id = (await ask(user)).body.id
})

const freeze = () => server.call('POST', `/users/${user.id}/freeze`, { as: meera, body: { reason: 'Reported' } })
const revoke = () =>
  server.call('POST', `/kyc/${user.id}/revoke`, { as: meera, body: { id_index: 0, reason: 'The card is forged' } })
const pay = (as: TestUser, more: object = { already_paid: true }) =>
  decide(id, { status: 'approved', transaction_id: utr(), ...more }, as)
const stops = [
  ['frozen', freeze, { status: 409, body: { code: 'requester_frozen' } }],
  ['revoked', revoke, { status: 422, body: { code: 'owner_kyc_missing' } }],
] as const

test.each(stops)(
  '%s: nobody can begin to pay, take over or pay, not even as already paid',
  async (_how, stop, refused) => {
    const other = (await ask(user)).body.id
    await claim(other, ravi)
    await stop()
    expect(await claim(id)).toMatchObject(refused)
    expect(await claim(other, meera, { take_over_from: ravi.id })).toMatchObject(refused)
    expect(await pay(meera)).toMatchObject(refused)
    expect(await balances(user)).toMatchObject({ wallet: 8_000_00n, held: 2_000_00n })
  },
)

test.each(stops)(
  '%s after the bank was told to pay: the claim’s holder marks it as already paid',
  async (_how, stop, refused) => {
    await claim(id)
    await stop()
    for (const more of [{}, { already_paid: false }, { already_paid: null }])
      expect(await pay(meera, more)).toMatchObject(refused)
    expect(await pay(ravi)).toMatchObject(refused)
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 1_000_00n })
    expect(await pay(meera)).toMatchObject({ status: 200, body: { status: 'approved', paid_before_stop: true } })
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 0n })
    const trail = await server.call('GET', `/audit?subject=withdrawal&subject_id=${id}`, { as: meera })
    expect(trail.body.data[0]).toMatchObject({ action: 'withdrawal approved', after: { paid_before_stop: true } })
  },
)

test.each(stops)(
  '%s after the bank was told to pay: while four eyes is on, the claim’s holder proposes it',
  async (_how, stop) => {
    await claim(id)
    await stop()
    await setFourEyes(server, 0)
    const sent = await pay(meera)
    await setFourEyes(server, null)
    expect(sent).toMatchObject({ status: 202, body: { proposal: { act: 'withdrawal approved' } } })
    const approved = await server.call('POST', `/admin/proposals/${sent.body.proposal.id}/approve`, { as: ravi })
    expect(approved).toMatchObject({ status: 200, body: { status: 'approved' } })
    expect(await balances(user)).toMatchObject({ wallet: 9_000_00n, held: 0n })
  },
)

test('once released from the stop, it is paid like any other, whatever is sent', async () => {
  await claim(id)
  await freeze()
  await server.call('POST', `/users/${user.id}/unfreeze`, { as: meera })
  expect(await pay(meera)).toMatchObject({ status: 200, body: { paid_before_stop: false } })
})

/** What verify would find after these changes, which are rolled back. */
async function findingsAfter(...changes: Sql<unknown>[]): Promise<string[]> {
  const { tx, end } = (await db.begin?.('')) ?? expect.fail('no transaction')
  try {
    for (const change of changes) await change.execute(tx)
    return (await Promise.all(invariants.map(({ find }) => find(tx)))).flat()
  } finally {
    await end('rollback')
  }
}

test.each([
  ['frozen', (at: Sql<unknown>) => sql`update users set frozen_at = ${at} where id = ${user.id}`],
  [
    'without approval',
    (at: Sql<unknown>) => sql`
      update kyc_records set status = 'rejected', rejection_reason = 'x', revoked_at = ${at} where user_id = ${user.id}`,
  ],
])('verify finds payments to a person who is %s', async (what, stop) => {
  await claim(id)
  await approve(id)
  await expectInvariants(server) // for the tests above; this one changes timestamps
  const findings = (since: string, change = sql`select`) =>
    findingsAfter(stop(sql`(select ${sql.ref(since)} - interval '1 hour' from withdrawals where id = ${id})`), change)
  // One day between the steps.
  await sql`
    update withdrawals set created_at = created_at - interval '2 days', claimed_at = claimed_at - interval '1 day'
     where id = ${id}`.execute(db)
  const said = sql`update withdrawals set paid_before_stop = true where id = ${id}`
  const found = [
    expect.stringContaining(`withdrawal ${id} (approved, 100000 paise) left user ${user.id}, who is ${what}`),
  ]
  expect(await findings('decided_at')).toEqual(found)
  expect(await findings('decided_at', said)).toEqual([])
  expect(await findings('claimed_at', said)).toEqual(found)
  expect(await findings('created_at', said)).toEqual(found)
})

test.each([
  ['is fine if the claim before the stop was taken over', async () => {}, 0],
  ['is found if the claim before the stop was released', () => release(id), 1],
])('a payment on a claim after the stop %s', async (_how, between, found) => {
  await claim(id)
  await between()
  await server.travelTo(new Date(server.clock.now().getTime() + 60_000))
  const stop = sql`update users set frozen_at = ${new Date(server.clock.now().getTime() - 10_000)} where id = ${user.id}`
  await claim(id, ravi, { take_over_from: meera.id })
  await approve(id, ravi)
  const said = sql`update withdrawals set paid_before_stop = true where id = ${id}`
  expect(await findingsAfter(stop, said)).toHaveLength(found)
})
