import { settingsTable } from '@bittkosh/contract/settings'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { transfersOn } from '../../../tests/support/transfers.ts'
import { sql } from '../platform/database/sql.ts'
import { makeSettingsSnapshot } from '../platform/settings.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'

let server: TestServer
let admin: TestUser
let user: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  user = await server.makeUser()
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

test('a user reads a public setting, with the number as a number', async () => {
  const reply = await server.call('GET', '/settings/min_withdrawal_limit', { as: user })
  expect(reply).toMatchObject({ status: 200, body: { value: 500 } })
})

test('nobody signed out reads a setting', async () => {
  const reply = await server.call('GET', '/settings/header_line')
  expect(reply).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect(Object.keys(reply.body).sort()).toEqual(['code', 'message'])
})

test('an unknown key is 404 for users and admins, for writes too', async () => {
  for (const as of [user, admin]) expect((await server.call('GET', '/settings/nope', { as })).status).toBe(404)
  expect((await server.call('PUT', '/settings/nope', { as: admin, body: { value: 1 } })).status).toBe(404)
  expect((await server.call('GET', '/settings/toString', { as: admin })).status).toBe(404)
})

test('only admins list and change settings', async () => {
  expect((await server.call('GET', '/settings', { as: user })).status).toBe(403)
  expect((await server.call('PUT', '/settings/header_line', { as: user, body: { value: 'x' } })).status).toBe(403)
  const list = await server.call('GET', '/settings', { as: admin })
  expect(list.body.map((setting: { key: string }) => setting.key)).toEqual(Object.keys(settingsTable))
})

test('a change is visible to the next reader and is in the audit log with before and after', async () => {
  const changed = await server.call('PUT', '/settings/referral_reward', {
    as: admin,
    body: { value: '120.50', description: 'festival' },
  })
  expect(changed).toMatchObject({ status: 200, body: { key: 'referral_reward', value: 120.5, type: 'number' } })
  expect((await server.call('GET', '/settings/referral_reward', { as: user })).body.value).toBe(120.5)
  expect((await server.services.settings.current()).rupees('referral_reward')).toBe(12050n)
})

test('a change is visible to every call after its reply, even if somebody read just before its commit', async () => {
  const { db, settings } = server.services
  const { forget } = settings
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(db))) // so that no call waits for a connection
  const forgotten = vi.spyOn(settings, 'forget').mockImplementation(() => {
    forget()
    void settings.current()
  })
  const body = { value: '77' }
  expect((await server.call('PUT', '/settings/referral_reward', { as: admin, body })).status).toBe(200)
  expect(forgotten).toHaveBeenCalledTimes(1)
  forgotten.mockRestore()
  expect((await settings.current()).rupees('referral_reward')).toBe(7700n)
})

test('a sent description is stored; an omitted one stays, an empty one restores the default', async () => {
  const put = (body: object) => server.call('PUT', '/settings/operator_contact', { as: admin, body })
  const described = async () =>
    (await server.call('GET', '/settings', { as: admin })).body.find(
      ({ key }: { key: string }) => key === 'operator_contact',
    ).description
  expect((await put({ value: 'a@b.test', description: 'Our helpdesk' })).body.description).toBe('Our helpdesk')
  expect(await described()).toBe('Our helpdesk')
  await put({ value: 'c@d.test' })
  expect(await described()).toBe('Our helpdesk')
  await put({ value: 'c@d.test', description: '' })
  expect(await described()).toBe(settingsTable.operator_contact.description)
})

test.each([
  ['text in a number', 'welcome_bonus', 'abc', 'Enter a number with at most 2 decimals'],
  ['a negative number', 'welcome_bonus', -1, 'Enter a number from 0 to 1,00,000'],
  ['a number above its bound', 'withdrawal_fee_percentage', 51, 'Enter a number from 0 to 50'],
  ['too many decimals', 'min_deposit_limit', 1.005, 'Enter a number with at most 2 decimals'],
  ['an exponent', 'min_deposit_limit', '1e3', 'Enter a number with at most 2 decimals'],
  [
    'a text that looks different from what is stored',
    'operator_name',
    'Kosh\u202egpj.exe',
    'Remove the invisible characters',
  ],
  ['too long a text', 'operator_name', 'x'.repeat(201), 'Use at most 200 characters'],
])('%s is refused and changes nothing', async (_case, key, value, message) => {
  const before = await server.call('GET', `/settings/${key}`, { as: admin })
  const reply = await server.call('PUT', `/settings/${key}`, { as: admin, body: { value } })
  expect(reply).toMatchObject({
    status: 422,
    body: { message, code: 'setting_out_of_range', errors: { value: message } },
  })
  expect((await server.call('GET', `/settings/${key}`, { as: admin })).body).toEqual(before.body)
})

test('the problem with a value is also returned as data', async () => {
  const { body } = await server.call('PUT', '/settings/welcome_bonus', { as: admin, body: { value: 100_001 } })
  expect(body).toEqual({
    message: 'Enter a number from 0 to 1,00,000',
    code: 'setting_out_of_range',
    errors: { value: 'Enter a number from 0 to 1,00,000' },
    complaints: { value: { code: 'number_range', params: { min: 0, max: 100_000 } } },
  })
})

test.each([
  ['an unknown field', { value: 1, admin: true }, { admin: 'Unknown field' }],
  ['a missing value', {}, { value: 'This field is required' }],
  ['a list', { value: [1] }, { value: expect.any(String) }],
])('%s does not fit the call’s schema', async (_case, body, errors) => {
  const reply = await server.call('PUT', '/settings/welcome_bonus', { as: admin, body })
  expect(reply).toMatchObject({ status: 422, body: { code: 'invalid', errors } })
  expect(Object.keys(reply.body.complaints)).toEqual(Object.keys(errors))
})

const put = (body: object, as = admin) => server.call('PUT', '/settings', { as, body })
const values = async (...keys: string[]) => {
  const { body } = await server.call('GET', '/settings', { as: admin })
  return keys.map((key) => body.find((setting: { key: string }) => setting.key === key).value)
}
async function logged() {
  const { rows } = await sql<{ id: number; before: object; after: object; admin_id: number }>`
    select id, before, after, admin_id from audit_log
     where subject = 'settings' and action = 'setting changed' order by id desc`.execute(server.services.db)
  return rows
}

test('several settings change together, in one act with one row of the log', async () => {
  const [deposit, banner] = await values('min_deposit_limit', 'header_line')
  const before = await logged()
  const reply = await put({
    changes: [
      { key: 'min_deposit_limit', value: '1500.50' },
      { key: 'header_line', value: ' One \n\nTwo ', description: 'What scrolls' },
    ],
    previous: { min_deposit_limit: deposit, header_line: banner },
  })
  expect(reply).toMatchObject({
    status: 200,
    body: [
      { key: 'min_deposit_limit', value: 1500.5, updated_by: admin.name },
      { key: 'header_line', value: 'One\nTwo', description: 'What scrolls' },
    ],
  })
  expect(await values('min_deposit_limit', 'header_line')).toEqual([1500.5, 'One\nTwo'])
  const after = await logged()
  expect(after).toHaveLength(before.length + 1)
  expect(after[0]).toMatchObject({
    admin_id: admin.id,
    before: {
      min_deposit_limit: { value: String(deposit) },
      header_line: { value: banner, description: settingsTable.header_line.description },
    },
    after: {
      min_deposit_limit: { value: '1500.50' },
      header_line: { value: 'One\nTwo', description: 'What scrolls' },
    },
  })
  expect((await server.services.settings.current()).rupees('min_deposit_limit')).toBe(150050n)
})

test.each([
  ['flexible_minimum_deposit', 5_000_000],
  ['flexible_maximum_deposit', 50],
])('Earn’s smallest deposit cannot pass its largest: %s', async (key, value) => {
  const refused = await server.call('PUT', `/settings/${key}`, { as: admin, body: { value } })
  const errors = { value: 'The maximum must not be below the minimum' }
  expect(refused).toMatchObject({ status: 422, body: { code: 'setting_out_of_range', errors } })
  const previous = { flexible_minimum_deposit: 100, flexible_maximum_deposit: 1_000_000 }
  const change = (least: number, most: number) => ({
    changes: [
      { key: 'flexible_minimum_deposit', value: least },
      { key: 'flexible_maximum_deposit', value: most },
    ],
  })
  const both = await server.call('PUT', '/settings', { as: admin, body: { ...change(9_000_000, 9_000_000), previous } })
  expect(both.status).toBe(200)
  const back = { flexible_minimum_deposit: 9_000_000, flexible_maximum_deposit: 9_000_000 }
  expect(
    (await server.call('PUT', '/settings', { as: admin, body: { ...change(100, 1_000_000), previous: back } })).status,
  ).toBe(200)
})

test.each<[string, object[], number, object]>([
  [
    'two values that do not fit, each beside its field',
    [
      { key: 'referral_reward', value: 130 },
      { key: 'support_url', value: 'chat.example' },
      { key: 'live_figures', value: 'maybe' },
    ],
    422,
    {
      code: 'setting_out_of_range',
      errors: { support_url: expect.stringContaining('https'), live_figures: 'Enter on or off' },
    },
  ],
  [
    'a key that does not exist',
    [
      { key: 'referral_reward', value: 130 },
      { key: 'nope', value: 1 },
    ],
    404,
    { code: 'unknown_setting' },
  ],
  [
    'one setting twice',
    [
      { key: 'referral_reward', value: 130 },
      { key: 'referral_reward', value: 140 },
    ],
    422,
    { code: 'invalid', errors: { 'changes.1.key': 'List each only once' } },
  ],
  ['nothing at all', [], 422, { code: 'invalid' }],
])('%s refuses everything and changes nothing', async (_case, changes, status, body) => {
  const keys = ['referral_reward', 'support_url', 'live_figures']
  const [before, rows] = [await values(...keys), await logged()]
  const previous = { nope: 0, referral_reward: before[0], support_url: before[1], live_figures: before[2] }
  expect(await put({ changes, previous })).toMatchObject({ status, body })
  expect(await values(...keys)).toEqual(before)
  expect(await logged()).toEqual(rows)
})

test('a previous value that has changed refuses everything, naming who changed it', async () => {
  const other = await server.makeUser({ role: 'admin', name: 'Meera' })
  const [reward, threshold] = await values('referral_reward', 'referral_flexible_threshold')
  const one = {
    changes: [{ key: 'referral_flexible_threshold', value: 700 }],
    previous: { referral_flexible_threshold: threshold },
  }
  expect((await put(one, other)).status).toBe(200)
  const rows = await logged()
  const changes = [
    { key: 'referral_reward', value: 90 },
    { key: 'referral_flexible_threshold', value: 800 },
  ]
  const stale = { referral_reward: reward, referral_flexible_threshold: threshold }
  const refused = await put({ changes, previous: stale })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'changed_meanwhile',
      message: expect.stringContaining('Changed by Meera in the meantime'),
      errors: { referral_flexible_threshold: expect.any(String) },
    },
  })
  expect(await values('referral_reward', 'referral_flexible_threshold')).toEqual([reward, 700])
  expect(await logged()).toEqual(rows)
  // the same number in another notation is the same; `previous` is required for each change
  expect((await put({ changes, previous: { referral_reward: reward } })).body.errors).toEqual({
    'previous.referral_flexible_threshold': 'This field is required',
  })
  expect((await put({ changes, previous: { ...stale, referral_flexible_threshold: '700.00' } })).status).toBe(200)
})

test('of two admins who save over the same values concurrently, one is refused', async () => {
  const [before] = await values('transfer_daily_limit')
  const change = (value: number) =>
    put({ changes: [{ key: 'transfer_daily_limit', value }], previous: { transfer_daily_limit: before } })
  const replies = await Promise.all([change(11_000), change(12_000)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('only admins change several settings or read today’s sums', async () => {
  expect(
    (await put({ changes: [{ key: 'header_line', value: 'x' }], previous: { header_line: '' } }, user)).status,
  ).toBe(403)
  expect((await server.call('GET', '/settings/sums', { as: user })).status).toBe(403)
})

test('a lower withdrawal fee among several changes must be confirmed too', async () => {
  const offer = { name: 'Hoard', amount: 60_000, bonus_percentage: 7, description: 'The larger one' }
  const { body: made } = await server.call('POST', '/admin/balance-packages', { as: admin, body: offer })
  const change = {
    changes: [
      { key: 'withdrawal_fee_percentage', value: 6 },
      { key: 'referral_profit_share', value: 11 },
    ],
    previous: { withdrawal_fee_percentage: 7, referral_profit_share: 10 },
  }
  expect(await put(change)).toMatchObject({
    status: 422,
    body: { code: 'loss_unconfirmed', errors: { confirm_loss: expect.stringContaining('Hoard') } },
  })
  expect(await values('withdrawal_fee_percentage', 'referral_profit_share')).toEqual([7, 10])
  expect((await put({ ...change, confirm_loss: true })).status).toBe(200)
  const back = { changes: [{ key: 'withdrawal_fee_percentage', value: 7 }], previous: { withdrawal_fee_percentage: 6 } }
  expect((await put(back)).status).toBe(200)
  await server.call('POST', `/admin/balance-packages/${made.id}/toggle`, { as: admin })
})

test('today’s sums: what Earn holds now, and averages of the last thirty whole days', async () => {
  const fresh = await testServer()
  const boss = await fresh.makeUser({ role: 'admin' })
  const sums = async (as: TestUser) => (await fresh.call('GET', '/settings/sums', { as })).body
  const { initiate, verify, codeFor, pair } = transfersOn(fresh)
  const { sender, receiver } = await pair({ rupees: 9_000 })
  const { body: opened } = await initiate(sender, { recipient: receiver.email, amount: 3_000 })
  expect((await verify(sender, opened.transfer_id, await codeFor(sender))).status).toBe(200)
  expect((await fresh.call('POST', '/flexible/deposit', { as: sender, body: { amount: 1_000 } })).status).toBe(201)
  const none = { days: 30, withdrawals: 0, transfers: 0, referred_profits: 0, usdt_in: 0, usdt_out: 0 }
  expect(await sums(boss)).toMatchObject({ ...none, earn: 1_000 }) // a day enters the average once it is over
  fresh.clock.moveTo(new Date(fresh.clock.now().getTime() + 86_400_000))
  const { transfers, earn } = await sums(await fresh.signedInAgain(boss))
  expect([transfers, earn]).toEqual([100, 1_000])
  fresh.clock.moveTo(new Date(fresh.clock.now().getTime() + 40 * 86_400_000))
  expect((await sums(await fresh.signedInAgain(boss))).transfers).toBe(0)
  await fresh.close()
})

test('what referred users earned is known even if nobody had a share in it', async () => {
  const fresh = await testServer()
  const boss = await fresh.makeUser({ role: 'admin' })
  const later = (days: number) => fresh.travelTo(new Date(fresh.clock.now().getTime() + days * 86_400_000))
  const referred = async () =>
    (await fresh.call('GET', '/settings/sums', { as: await fresh.signedInAgain(boss) })).body.referred_profits
  const off = { changes: [{ key: 'referral_profit_share', value: 0 }], previous: { referral_profit_share: 10 } }
  expect((await fresh.call('PUT', '/settings', { as: boss, body: off })).status).toBe(200)
  const group = { name: 'Savers', description: 'Steady ones' }
  const category = await fresh.call('POST', '/admin/cryptocurrency-categories', { as: boss, body: group })
  const plan = {
    name: 'A day of bitcoin',
    symbol: 'BTC',
    icon_url: 'https://cdn.example/btc.svg',
    category_id: category.body.id,
    minimum_deposit: 1_000,
    maximum_deposit: 10_000,
    profit_percentage: 2.1,
    investment_duration_days: 1,
    lower_fluctuation: 100,
    higher_fluctuation: 200,
    bottom_flow: '0.05',
    upper_flow: '0.40',
  }
  const { body: made } = await fresh.call('POST', '/admin/cryptocurrencies', { as: boss, body: plan })
  const [friend, stranger] = [
    await fresh.makeUser({ walletRupees: 60_000, referredBy: (await fresh.makeUser()).id }),
    await fresh.makeUser({ walletRupees: 60_000 }),
  ]
  const investments: number[] = []
  for (const as of [friend, stranger]) {
    expect((await fresh.call('POST', '/flexible/deposit', { as, body: { amount: 50_000 } })).status).toBe(201)
    const buying = { cryptocurrency_id: made.id, amount: 10_000 }
    investments.push((await fresh.call('POST', '/crypto/invest', { as, body: buying })).body.id)
  }
  await later(2)
  for (const [n, as] of [friend, stranger].entries()) {
    const claimed = await fresh.call('POST', `/crypto/withdraw/${investments[n]}`, {
      as: await fresh.signedInAgain(as),
    })
    expect(claimed.status).toBe(200)
  }
  await later(1)
  expect(await referred()).toBe(7.67) // a profit of 210 and two days' interest of 10, on average of thirty days
  await sql`update flexible_accounts set bonus = 2500000 where user_id = ${friend.id}`.execute(fresh.services.db)
  expect(await referred()).toBe(7.33) // interest on a locked bonus is not shared
  await fresh.close()
})

test('a lower withdrawal fee that an active package’s bonus covers is saved only if confirmed', async () => {
  const fee = async () => (await server.call('GET', '/settings/withdrawal_fee_percentage', { as: admin })).body.value
  const put = (body: object) => server.call('PUT', '/settings/withdrawal_fee_percentage', { as: admin, body })
  const offer = { name: 'Treasury', amount: 50_000, bonus_percentage: 7, description: 'The largest' }
  const { body: made } = await server.call('POST', '/admin/balance-packages', { as: admin, body: offer })
  expect(await put({ value: 6 })).toMatchObject({
    status: 422,
    body: { code: 'loss_unconfirmed', errors: { confirm_loss: expect.stringContaining('Treasury') } },
  })
  expect(await fee()).toBe(7)
  await server.call('POST', `/admin/balance-packages/${made.id}/toggle`, { as: admin })
  expect((await put({ value: 6 })).status).toBe(200) // nobody can buy it
  await put({ value: 7 })
  await server.call('POST', `/admin/balance-packages/${made.id}/toggle`, { as: admin })
  expect((await put({ value: 6, confirm_loss: true })).status).toBe(200)
  expect(await fee()).toBe(6)
  const { data } = (await server.call('GET', '/audit?subject=settings', { as: admin })).body
  expect(data[0].after).toEqual({ withdrawal_fee_percentage: { value: '6' }, same_day_gain: 290 })
  await put({ value: 7 })
})

test('another process that has just read the settings sees a change', async () => {
  const other = makeSettingsSnapshot(server.services.db)
  const limit = async () => (await other.current()).rupees('min_withdrawal_limit')
  const before = await limit()
  const { value } = (await server.call('GET', '/settings/min_withdrawal_limit', { as: admin })).body
  const changed = await server.call('PUT', '/settings/min_withdrawal_limit', { as: admin, body: { value: value + 7 } })
  expect(changed.status).toBe(200)
  await expect.poll(limit).toBe(before + 700n)
})
