/** Each invariant is broken by hand once, as an intruder or a bug would, and must name what was broken. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveKycOf } from '../../tests/support/kyc.ts'
import { type TestServer, testServer, type TestUser } from '../../tests/support/server.ts'
import { everyInvariant } from './checks.ts'
import type { Invariant } from './ledger/invariants.ts'
import { transaction } from './platform/database/database.ts'
import { sql } from './platform/database/sql.ts'

let server: TestServer
let admin: TestUser
let asha: TestUser
let invariants: Invariant[]

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  asha = await server.makeUser({ walletRupees: 50_000 })
  const friend = await server.makeUser()
  await approveKycOf(server, asha, admin)
  const row = (await server.call('GET', '/users', { as: admin })).body.data.find(
    (user: TestUser) => user.id === friend.id,
  )
  const { name, email, phone, referral_code, is_active } = row
  const edit = { name, email, phone, referral_code, is_active, balance: 300, previous_balance: 0, reason: 'gift' }
  expect((await server.call('PUT', `/admin/users/${friend.id}/edit`, { as: admin, body: edit })).status).toBe(200)
  await server.call('POST', '/flexible/deposit', { as: asha, body: { amount: 2_000 } })
  const withdrawal = { amount: 1_000, type: 'upi', withdrawal_details: { upi_id: 'asha@okhdfc' } }
  const asked = await server.call('POST', '/withdrawals', { as: asha, body: withdrawal })
  const paid = { status: 'approved', transaction_id: '432198761234' }
  expect((await server.call('PUT', `/withdrawals/${asked.body.id}`, { as: admin, body: paid })).status).toBe(200)
  await server.travelTo(new Date(server.clock.now().getTime() + 2 * 86_400_000))
  invariants = everyInvariant({ config: server.services.config, now: server.clock.now })
})
afterAll(() => server.close())

async function findings(): Promise<string> {
  const found = []
  for (const { name, find } of invariants)
    for (const finding of await find(server.services.db)) found.push(`${name}: ${finding}`)
  return found.join('\n')
}

test('a platform with real activity breaks no invariant', async () => {
  expect(await findings()).toBe('')
})

describe('each broken invariant is named', () => {
  test.each<[string, string, RegExp]>([
    [
      'a balance',
      `update ledger_accounts set balance = balance + 100 where holder = $1 and kind = 'wallet'`,
      /account \d+ .* holds|the wallet of user/,
    ],
    [
      'an entry',
      `update ledger_entries set amount = amount + 1 where id = (select min(id) from ledger_entries)`,
      /sum to 1 paise/,
    ],
    [
      'a running balance',
      `update ledger_entries set balance_after = 7 where id = (select min(id) from ledger_entries where balance_after is not null)`,
      /says 7 paise/,
    ],
    ['a withdrawal', `update withdrawals set amount = amount + 100 where user_id = $1`, /withdrawal \d+ .* has held/],
    ['a withdrawal that is gone', `delete from withdrawals where user_id = $1`, /belongs to no withdrawal/],
    [
      'a deposit out of nothing',
      `update ledger_transfers set kind = 'deposit', subject = 'deposit', subject_id = 999, event = 'decided' where id = (select min(id) from ledger_transfers)`,
      /deposit 999 decided\) belongs to no approved deposit/,
    ],
    [
      'an adjustment that is gone',
      `delete from balance_adjustments where user_id = $1`,
      /adjustment \d+ made\) has no record/,
    ],
    [
      'the audit row of an adjustment',
      `update audit_log set action = 'x' where action = 'user edited'`,
      /adjustment \d+ of admin \d+ has no audit row[^]*|does not match its hash/,
    ],
    [
      'the audit row of a KYC decision',
      `update audit_log set action = 'x' where action = 'kyc approved'`,
      /kyc \d+ was approved without an audit row/,
    ],
    [
      'a kind that nobody knows',
      `update ledger_transfers set kind = 'gift' where id = (select min(id) from ledger_transfers)`,
      /transfer \d+ \(.*\) is a gift/,
    ],
    [
      'a kind of another event',
      `update ledger_transfers set kind = 'deposit' where kind = 'withdrawal_hold'`,
      /transfer \d+ \(withdrawal \d+ requested\) is a deposit/,
    ],
    [
      'the rate of a day',
      `insert into flexible_rates (day, rate_ppm) values ('2020-01-01', 300) on conflict (day) do update set rate_ppm = 300`,
      /interest of user \d+ at .* has the rate 200 ppm, 300 was set/,
    ],
    [
      'a share of a plan that was never claimed',
      `insert into referral_shares (referred_id, referrer_id, profit, rate_ppm, posted, carried, created_at, subject, subject_id, paid_subject_id)
       values ($1, $1, 10, 100000, 1, 0, now(), 'investment', 999, 999)`,
      /referral share \d+ of user \d+ counts a profit of 10 paise, investment 999 of user nobody paid nothing/,
    ],
    ['interest', `update flexible_interest set posted = posted + 1 where user_id = $1`, /interest/],
    [
      'interest of tomorrow',
      `update flexible_interest set at = at + interval '30 days' where at = (select max(at) from flexible_interest)`,
      /interest of user \d+ is of/,
    ],
    ['what was paid into Earn', `update flexible_accounts set paid_in = paid_in + 1 where user_id = $1`, /paid in/],
    [
      'which cash paid a withdrawal',
      `update ledger_entries set account_id = (select id from ledger_accounts where kind = 'cash_bank')
        where account_id = (select id from ledger_accounts where kind = 'cash_upi')
          and transfer_id = (select id from ledger_transfers where kind = 'withdrawal_payout')`,
      /withdrawal \d+ of 100000 paise with a fee of \d+ has paid 0 and earned \d+/,
    ],
    [
      'a share of more than its day posted',
      shareOfInterest({ more: 1, days: 0 }),
      /and 2026-\d\d-\d\d is of \d+ paise, the day posted \d+/,
    ],
    [
      'a share of a day without interest',
      shareOfInterest({ more: 0, days: 9 }),
      /is of \d+ paise, the day posted nothing/,
    ],
    ['a picture', `delete from files where owner_id = $1`, /picture/],
    [
      'what an admin is shown',
      `update withdrawals set status = 'rejected', admin_note = 'x', transaction_id = null, reference_key = null where user_id = $1`,
      /withdrawal \d+ \(rejected/,
    ],
  ])('%s', async (_case, statement, sentence) => {
    const stop = new Error('put it back')
    const { db } = server.services
    const said = await transaction(db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx) // what a superuser can do
      await sql.raw(statement.replaceAll('$1', String(asha.id))).execute(tx)
      const found = []
      for (const { find } of invariants) found.push(...(await find(tx)))
      throw Object.assign(stop, { found })
    }).catch((error: unknown) => (error === stop ? (Reflect.get(stop, 'found') as string[]) : Promise.reject(error)))
    expect(said.join('\n')).toMatch(sentence)
  })
})

/** A share of the first interest, altered by so many paise and days. */
function shareOfInterest({ more, days }: { more: number; days: number }): string {
  return `
    insert into referral_shares (referred_id, referrer_id, profit, rate_ppm, posted, carried, created_at, subject, subject_id, day,
                                 paid_subject_id, paid_day)
    select user_id, user_id, posted + ${more}, 0, 0, 0, at, 'interest', user_id, day + ${days}, user_id, day + ${days}
      from flexible_interest cross join lateral (select (at at time zone 'Asia/Kolkata')::date as day) as its
     where user_id = $1 and posted > 0
     order by at
     limit 1`
}

test('nothing is in the future that moves after the check has begun, however long it takes', async () => {
  const found = everyInvariant({ config: server.services.config, now: server.clock.now }).find(
    ({ name }) => name === 'nothing is dated in the future',
  )
  server.clock.moveTo(new Date(server.clock.now().getTime() + 6 * 60_000))
  expect((await server.call('POST', '/flexible/deposit', { as: asha, body: { amount: 100 } })).status).toBe(201)
  expect(await found?.find(server.services.db)).toEqual([])
})

test('money that moves during the check breaks no invariant', async () => {
  const stop = new AbortController()
  const life = (async () => {
    while (!stop.signal.aborted) {
      await server.call('POST', '/flexible/deposit', { as: asha, body: { amount: 100 } })
      await server.call('POST', '/flexible/withdraw', { as: asha, body: { amount: 100 } })
    }
  })()
  for (let n = 0; n < 3; n++) expect(await findings()).toBe('')
  stop.abort()
  await life
})
