/** Every call that requires a fresh code of an admin's second factor: without one it is refused and changes nothing. */
import { randomInt, randomUUID } from 'node:crypto'
import { isSettingKey, settingsTable } from '@bittkosh/contract/settings'
import { sql } from '../server/src/platform/database/sql.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../server/src/rooms.ts'
import { kycFormOf, submit } from './support/kyc.ts'
import { adminWithFactor, callWithCode, type GuardedAdmin } from './support/secondFactor.ts'
import { type TestServer, type TestUser, testServer } from './support/server.ts'
import { withdrawalsOn } from './support/withdrawals.ts'

let server: TestServer
let boss: TestUser // without a second factor: prepares what the guarded calls are about
beforeAll(async () => {
  server = await testServer()
  boss = await server.makeUser({ role: 'admin', name: 'Meera' })
})
afterAll(() => server.close())

/** A call that is right in everything but the code. */
type Act = { path: string; body?: unknown }
type Prepare = (by: GuardedAdmin) => Promise<Act> | Act

const titleOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const guarded = (how: 'always' | 'sometimes') =>
  routes.filter(({ endpoint }) => endpoint.freshCode === how).map(({ endpoint }) => titleOf(endpoint))

const method = {
  name: 'UPI',
  type: 'upi',
  instructions: 'Pay',
  details: { upi_id: 'pay@okhdfc', merchant_name: null, qr_code_url: null },
}
const offer = { name: 'Starter', amount: 1000, bonus_percentage: 2, description: 'A first one' }
const plan = () => ({
  name: 'Bitcoin',
  symbol: `B${randomInt(1_000_000)}`,
  icon_url: 'https://example.test/b.png',
  minimum_deposit: 100,
  maximum_deposit: 1000,
  profit_percentage: 5,
  lower_fluctuation: 1,
  higher_fluctuation: 2,
  bottom_flow: 0,
  upper_flow: 1,
})

async function made(path: string, body: unknown): Promise<number> {
  const reply = await server.call('POST', path, { as: boss, body })
  if (reply.status !== 201) throw new Error(`${path} answered ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body.id
}
const aCategory = () => made('/admin/cryptocurrency-categories', { name: randomUUID(), description: 'For long' })
const aPlan = async () => made('/admin/cryptocurrencies', { ...plan(), category_id: await aCategory() })
const aPackage = () => made('/admin/balance-packages', offer)
const aMethod = () => made('/deposit-methods', method)
const anAdmin = () => server.makeUser({ role: 'admin' })
const someone = () => ({
  name: 'Ravi',
  email: `x-${randomUUID()}@example.test`,
  phone: `+9194${String(randomInt(100_000_000)).padStart(8, '0')}`,
  password: 'teen hathi nadi par',
})
async function formOf({ id, email }: TestUser) {
  const { body } = await server.call('GET', `/users?search=${encodeURIComponent(email)}`, { as: boss })
  const { name, phone, referral_code, is_active, balance } = body.data[0]
  return { path: `/admin/users/${id}/edit`, body: { name, email, phone, referral_code, is_active, balance } }
}
async function edited(user: TestUser, change: object): Promise<Act> {
  const { path, body } = await formOf(user)
  return { path, body: { ...body, ...change } }
}
async function aPaidWithdrawal(): Promise<number> {
  const { investor, ask, approve } = withdrawalsOn(server, boss)
  const { id } = (await ask(await investor())).body
  await approve(id)
  return id
}
async function aDeposit(): Promise<number> {
  const user = await server.makeUser()
  const body = { amount: 1500, transaction_id: randomUUID(), payment_method: await aMethod() }
  return (await server.call('POST', '/deposits', { as: user, body })).body.id
}

async function earnOfSomeone(): Promise<string> {
  const user = await server.makeUser({ walletRupees: 100 })
  await server.call('POST', '/flexible/deposit', { as: user, body: { amount: 100 } })
  return `/users/${user.id}/earn-to-wallet`
}

const always: Record<string, Prepare> = {
  'POST /users/{id}/earn-to-wallet': async () => ({ path: await earnOfSomeone(), body: { reason: 'Is leaving' } }),
  'GET /audit/export': () => ({ path: '/audit/export' }),
  'GET /kyc/pending/export': () => ({ path: '/kyc/pending/export' }),
  'GET /users/export': () => ({ path: '/users/export' }),
  'GET /deposits/export': () => ({ path: '/deposits/export' }),
  'GET /withdrawals/export': () => ({ path: '/withdrawals/export' }),
  'POST /withdrawals/{id}/return': async () => ({
    path: `/withdrawals/${await aPaidWithdrawal()}/return`,
    body: { reason: 'The account is closed' },
  }),
  'GET /admin/balance-transfers/export': () => ({ path: '/admin/balance-transfers/export' }),
  'POST /kyc/{userId}/reveal': async () => {
    const user = await server.makeUser()
    await submit(server, user, await kycFormOf(server, user))
    return { path: `/kyc/${user.id}/reveal`, body: { id_index: 0, reason: 'Asked by the bank' } }
  },
  'POST /users/{id}/freeze': async () => ({
    path: `/users/${(await server.makeUser()).id}/freeze`,
    body: { reason: 'Reported by the bank' },
  }),
  'POST /users/{id}/unfreeze': async () => {
    const { id } = await server.makeUser()
    await server.call('POST', `/users/${id}/freeze`, { as: boss, body: { reason: 'Reported by the bank' } })
    return { path: `/users/${id}/unfreeze` }
  },
  'POST /admin/admins': () => ({ path: '/admin/admins', body: someone() }),
  'PUT /admin/admins/{id}/roles': async () => ({
    path: `/admin/admins/${(await anAdmin()).id}/roles`,
    body: { roles: ['viewer'] },
  }),
  'POST /admin/second-factor/recovery-codes': () => ({ path: '/admin/second-factor/recovery-codes' }),
  'POST /admin/second-factor/remove': () => ({ path: '/admin/second-factor/remove' }),
  'POST /admin/admins/{id}/second-factor/reset': async () => {
    const { id } = await adminWithFactor(server)
    return { path: `/admin/admins/${id}/second-factor/reset` }
  },
  'POST /deposit-methods': () => ({ path: '/deposit-methods', body: method }),
  'PUT /deposit-methods/{id}': async () => ({
    path: `/deposit-methods/${await aMethod()}`,
    body: { ...method, name: 'Pay to thief@okhdfc' },
  }),
  'POST /admin/balance-packages': () => ({ path: '/admin/balance-packages', body: offer }),
  'PUT /admin/balance-packages/{id}': async () => ({
    path: `/admin/balance-packages/${await aPackage()}`,
    body: offer,
  }),
  'DELETE /admin/balance-packages/{id}': async () => ({ path: `/admin/balance-packages/${await aPackage()}` }),
  'POST /admin/balance-packages/{id}/toggle': async () => ({
    path: `/admin/balance-packages/${await aPackage()}/toggle`,
  }),
  'POST /admin/cryptocurrencies': async () => ({
    path: '/admin/cryptocurrencies',
    body: { ...plan(), category_id: await aCategory() },
  }),
  'PUT /admin/cryptocurrencies/{id}': async () => ({
    path: `/admin/cryptocurrencies/${await aPlan()}`,
    body: { ...plan(), category_id: await aCategory() },
  }),
  'DELETE /admin/cryptocurrencies/{id}': async () => ({ path: `/admin/cryptocurrencies/${await aPlan()}` }),
}

/** By call: what requires a code, and what of the same call does not. */
const sometimes: Record<string, { with: Record<string, Prepare>; without: Record<string, Prepare> }> = {
  'PUT /admin/users/{id}/edit': {
    with: {
      "a user's e-mail address": async () => edited(await server.makeUser(), { email: someone().email }),
      "a user's phone number": async () => edited(await server.makeUser(), { phone: someone().phone }),
      "a user's password": async () => edited(await server.makeUser(), { password: someone().password }),
      "a user's balance": async () => edited(await server.makeUser(), { balance: 5 }),
      'anything of an admin': async () => edited(await anAdmin(), { name: 'Renamed' }),
    },
    without: { "a user's name": async () => edited(await server.makeUser(), { name: 'Renamed' }) },
  },
  'POST /users/{id}/toggle-status': {
    with: { 'an admin': async () => ({ path: `/users/${(await anAdmin()).id}/toggle-status` }) },
    without: { 'a user': async () => ({ path: `/users/${(await server.makeUser()).id}/toggle-status` }) },
  },
  'DELETE /users/{id}': {
    with: { 'an admin': async () => ({ path: `/users/${(await anAdmin()).id}` }) },
    without: { 'a user': async () => ({ path: `/users/${(await server.makeUser()).id}` }) },
  },
  'PUT /deposits/{id}': {
    with: {
      'an approval above what was asked': async () => ({
        path: `/deposits/${await aDeposit()}`,
        body: { status: 'approved', approved_amount: 1500.01, admin_note: 'Arrived' },
      }),
    },
    without: {
      'an approval of what was asked': async () => ({
        path: `/deposits/${await aDeposit()}`,
        body: { status: 'approved', approved_amount: 1500 },
      }),
    },
  },
  'PUT /settings': {
    with: {
      'a guarded setting among others': () => ({
        path: '/settings',
        body: {
          changes: [
            { key: 'header_line', value: 'Hello' },
            { key: 'usdt_value', value: settingsTable.usdt_value.default },
          ],
          previous: { header_line: settingsTable.header_line.default, usdt_value: settingsTable.usdt_value.default },
        },
      }),
    },
    without: {
      'only texts that move neither money nor trust': async () => {
        const { body } = await server.call('GET', '/settings/header_line', { as: boss })
        const changes = [{ key: 'header_line', value: 'Hello again' }]
        return { path: '/settings', body: { changes, previous: { header_line: body.value } } }
      },
    },
  },
  'PUT /settings/{key}': {
    with: Object.fromEntries(settings().flatMap(([key, rule]) => (rule.guarded ? [[key, setting(key)]] : []))),
    without: Object.fromEntries(settings().flatMap(([key, rule]) => (rule.guarded ? [] : [[key, setting(key)]]))),
  },
}

function settings() {
  return Object.entries(settingsTable)
}
function setting(key: string): Prepare {
  if (!isSettingKey(key)) throw new Error(`no setting ${key}`)
  return () => ({ path: `/settings/${key}`, body: { value: settingsTable[key].default } })
}

async function expectGuarded(title: string, prepare: Prepare): Promise<void> {
  const by = await adminWithFactor(server)
  const act = await prepare(by)
  const verb = title.split(' ')[0] ?? ''
  const before = await everything()
  const refused = await server.call(verb, act.path, { as: by, ...('body' in act ? { body: act.body } : {}) })
  expect(refused).toMatchObject({ status: 403, body: { code: 'fresh_code_required' } })
  expect(await everything()).toEqual(before)
  const taken = await callWithCode(server, { method: verb, as: by, ...act })
  expect([taken.code, taken.status < 300]).toEqual([undefined, true])
}

/** Each table's rows as one hash. */
async function everything(): Promise<Record<string, string>> {
  const { db } = server.services
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(db)
  const hashes: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: found } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${sql.table(name)} t`.execute(db)
    hashes[name] = found[0]?.hash ?? ''
  }
  return hashes
}

test('every call that the contract guards has an act here', () => {
  expect(Object.keys(always).toSorted()).toEqual(guarded('always').toSorted())
  expect(Object.keys(sometimes).toSorted()).toEqual(guarded('sometimes').toSorted())
})

describe('always', () => {
  test.each(Object.entries(always))('%s', expectGuarded)
})

describe.each(Object.entries(sometimes))('%s', (title, acts) => {
  test.each(Object.entries(acts.with))('requires one for %s', async (_what, prepare) => expectGuarded(title, prepare))
  test.each(Object.entries(acts.without))('requires none for %s', async (_what, prepare) => {
    const by = await adminWithFactor(server)
    const act = await prepare(by)
    const reply = await server.call(title.split(' ')[0] ?? '', act.path, {
      as: by,
      ...('body' in act ? { body: act.body } : {}),
    })
    expect([reply.status < 300, reply.body]).toEqual([true, reply.body])
  })
})

test('the settings that need none are the texts that move neither money nor trust', () => {
  expect(settings().flatMap(([key, { guarded: isGuarded }]) => (isGuarded ? [] : [key]))).toEqual(['header_line'])
})

test('a call that always requires one takes it before it does the slow part of its work', async () => {
  const by = await adminWithFactor(server)
  const weak = { ...someone(), password: 'password1' }
  const reply = await server.call('POST', '/admin/admins', { as: by, body: weak })
  expect(reply.body.code).toBe('fresh_code_required')
})
