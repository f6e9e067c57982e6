import { NO_PHONE, releasedContact } from '@bittkosh/contract/contact'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { balancesOf } from '../ledger/balances.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin', name: 'Meera' })
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const wallet = async (user: TestUser) => (await balancesOf(server.services.db, user.id)).wallet
const form = (user: TestUser, balance: number) => ({
  name: user.name,
  email: user.email,
  phone: user.phone,
  balance,
  is_active: true,
  referral_code: `R${user.id}`,
})
function edit(user: TestUser, body: object) {
  return server.call('PUT', `/admin/users/${user.id}/edit`, { as: admin, body })
}

describe('search', () => {
  test.each([
    ['part of the name in any case', (user: TestUser) => user.name.slice(2, 20).toUpperCase()],
    ['the e-mail in capitals', (user: TestUser) => user.email.toUpperCase()],
    ['part of the phone number', (user: TestUser) => user.phone.slice(3)],
    ['its number behind a hash', (user: TestUser) => `#${user.id}`],
  ])('%s finds the user', async (_case, typed) => {
    const user = await server.makeUser({ name: `Kavya ${randomUUID()}`, walletRupees: 12.5 })
    const list = await server.call('GET', `/users?search=${encodeURIComponent(typed(user))}`, { as: admin })
    expect(list.body).toMatchObject({
      data: [{ id: user.id, name: user.name, balance: 12.5, is_active: true, referred_by: null, govt_ids: [] }],
      pagination: { current_page: 1, last_page: 1, total: 1 },
      counts: { active: 1, inactive: 0 },
    })
  })

  test('two letters inside a word find the user, in any case, but nobody without them', async () => {
    const user = await server.makeUser({ name: 'Kavyzqa Rao' })
    await server.makeUser({ name: 'Qz Zaq' })
    const list = await server.call('GET', '/users?search=zQ', { as: admin })
    expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([user.id])
    expect(list.body.counts).toEqual({ active: 1, inactive: 0 })
  })

  test('one letter anywhere in the name, or one digit of the phone number, finds the user', async () => {
    const faiz = await server.makeUser({ name: 'Faiz Rao' })
    const asha = await server.makeUser({ name: 'Asha Rao' })
    const newest = async (text: string) => {
      const list = await server.call('GET', `/users?search=${text}&per_page=1`, { as: admin })
      return list.body.data.map(({ id }: { id: number }) => id)
    }
    expect(await newest('Z')).toEqual([faiz.id])
    expect(await newest(asha.phone.slice(-1))).toEqual([asha.id])
    expect(await newest('%25')).toEqual([])
  })

  test('pattern characters are matched literally', async () => {
    const list = await server.call('GET', '/users?search=%25_%25', { as: admin })
    expect(list.body.pagination.total).toBe(0)
  })
})

test('the list is narrowed to the frozen ones and to those with a flag, together with a search, and so is its CSV', async () => {
  const word = `Ira${randomUUID()}`
  const [frozen, flagged] = [await server.makeUser({ name: `${word} A` }), await server.makeUser({ name: `${word} B` })]
  await server.makeUser({ name: `${word} C` })
  const freeze = await server.call('POST', `/users/${frozen.id}/freeze`, { as: admin, body: { reason: 'Asked for' } })
  expect(freeze.status).toBe(200)
  const body = { kind: 'watch', is_set: true }
  expect((await server.call('PUT', `/notes/user/${flagged.id}/flags`, { as: admin, body })).status).toBe(200)
  for (const [only, user] of [
    ['frozen', frozen],
    ['flagged', flagged],
  ] as const) {
    for (const sort of ['newest', 'balance', 'name']) {
      const path = `/users?search=${word}&only=${only}&sort=${sort}`
      expect((await server.call('GET', path, { as: admin })).body).toMatchObject({
        data: [{ id: user.id }],
        pagination: { total: 1 },
        counts: { active: 1, inactive: 0 },
      })
    }
    const all = await server.call('GET', `/users?only=${only}&per_page=100`, { as: admin })
    expect(all.body.data).toContainEqual(expect.objectContaining({ id: user.id }))
    expect(all.body.data).not.toContainEqual(expect.objectContaining({ id: admin.id }))
    const csv = await server.call('GET', `/users/export?search=${word}&only=${only}`, { as: admin })
    expect(String(csv.body)).toContain(user.name)
    expect(String(csv.body)).not.toContain(`${word} C`)
  }
  expect((await server.call('GET', '/users?only=nothing', { as: admin })).status).toBe(400)
})

const devanagari = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))

test.each<[string, (first: string, last: string) => string]>([
  ['in two groups', (first, last) => `${first} ${last}`],
  ['with +91 and a dash', (first, last) => `+91 ${first}-${last}`],
  ['with a long dash', (first, last) => `${first}–${last}`],
  ['with a dot', (first, last) => `${first}.${last}`],
  ['after a 0', (first, last) => `0${first}${last}`],
  ['after 91', (first, last) => `91 ${first} ${last}`],
  ['after 0091', (first, last) => `0091 ${first} ${last}`],
  ['with +91 in brackets', (first, last) => `(+91) ${first}${last}`],
  ['in Devanagari digits', (first, last) => devanagari(first + last)],
  ['without its last digit', (first, last) => `${first} ${last.slice(0, -1)}`],
])('a phone number is found as it is typed: %s', async (_way, typed) => {
  const user = await server.makeUser()
  const digits = user.phone.slice(3)
  expect(await found(typed(digits.slice(0, 5), digits.slice(5)))).toContain(user.id)
})

test.each([
  ['a straight apostrophe as a curly one', "Liam O'Brien", 'o’brien'],
  ['a curly apostrophe as a straight one', 'Liam O’Brien', "O'Brien"],
  ['one space as two', 'Asha Rao', 'asha  rao'],
  ['two spaces as two', 'Asha  Rao', 'asha  rao'],
])('a name is found as it is typed: %s', async (_way, name, typed) => {
  const user = await server.makeUser({ name })
  expect(await found(typed)).toContain(user.id)
})

async function found(search: string): Promise<number[]> {
  const { body } = await server.call('GET', `/users?per_page=100&search=${encodeURIComponent(search)}`, { as: admin })
  return body.data.map(({ id }: { id: number }) => id)
}

describe('editing a balance', () => {
  test('becomes an adjustment in the ledger, in the history and in the audit log', async () => {
    const user = await server.makeUser({ walletRupees: 100 })
    const reply = await edit(user, {
      ...form(user, 80.55),
      previous_balance: 100,
      reason: 'Paid twice',
      reason_kind: 'error',
    })
    expect(reply).toMatchObject({ status: 200, body: { balance: 80.55 } })
    expect(await wallet(user)).toBe(80_55n)
    const history = await server.call('GET', '/transactions?type=adjustment', { as: user })
    expect(history.body.transactions[0]).toMatchObject({ type: 'adjustment', amount: 19.45, admin_note: 'Paid twice' })
    const audit = await server.call('GET', `/audit?subject=user&subject_id=${user.id}`, { as: admin })
    expect(audit.body.data[0]).toMatchObject({
      action: 'user edited',
      reason: 'Paid twice',
      after: { reason_kind: 'error' },
    })
    const { data: notices } = (await server.call('GET', '/notifications', { as: user })).body
    expect(notices[0].message).toBe('An administrator took ₹19.45 out of your wallet. Reason: Paid twice')
    await edit(user, { ...form(user, 90), previous_balance: 80.55 })
    const added = (await server.call('GET', '/notifications', { as: user })).body.data[0].message
    expect(added).toBe('An administrator added ₹9.45 to your wallet. Reason: No reason given')
  })

  test('after it has moved changes nothing', async () => {
    const user = await server.makeUser({ walletRupees: 100 })
    const reply = await edit(user, { ...form(user, 500), name: 'Other', previous_balance: 90 })
    expect(reply).toMatchObject({ status: 409, body: { code: 'balance_moved' } })
    expect(await wallet(user)).toBe(100_00n)
    expect((await server.call('GET', `/admin/users/${user.id}/details`, { as: admin })).body.user.name).toBe(user.name)
  })

  test('without the previous one sets it as given, also to zero', async () => {
    const user = await server.makeUser({ walletRupees: 100 })
    expect((await edit(user, form(user, 0))).body.balance).toBe(0)
    expect(await wallet(user)).toBe(0n)
  })

  test('to the same amount posts nothing', async () => {
    const user = await server.makeUser({ walletRupees: 100 })
    await edit(user, form(user, 100))
    const history = await server.call('GET', '/transactions?type=adjustment', { as: user })
    expect(history.body.transactions).toHaveLength(1) // how the test funded the user
  })

  test('above the largest amount may keep or lower it, but not raise it', async () => {
    const held = 2_500_000_000.01
    const user = await server.makeUser({ walletRupees: held })
    const large = { ...form(user, held), previous_balance: held }
    expect(await edit(user, { ...large, name: 'Renamed' })).toMatchObject({
      status: 200,
      body: { name: 'Renamed', balance: held },
    })
    for (const [balance, opened] of [
      [held + 1, held],
      [1_000_000_000.01, undefined],
    ]) {
      const reply = await edit(user, { ...form(user, balance!), previous_balance: opened })
      expect(reply).toMatchObject({ status: 422, body: { errors: { balance: expect.any(String) } } })
    }
    expect((await edit(user, { ...large, balance: 2_000_000_000 })).body.balance).toBe(2_000_000_000)
    expect((await edit(user, form(user, 1_000_000_000))).body.balance).toBe(1_000_000_000)
  })

  test('of twenty racing forms, only one of those opened with the same balance wins', async () => {
    const user = await server.makeUser({ walletRupees: 100 })
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => edit(user, { ...form(user, 200 + n), previous_balance: 100 })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array<number>(19).fill(409)])
    const won = replies.find((reply) => reply.status === 200)
    expect(await wallet(user)).toBe(BigInt(won?.body.balance) * 100n)
  })
})

test.each([
  ['no name', { name: '' }, 'name'],
  ['a wrong e-mail', { email: 'nobody' }, 'email'],
  ['a wrong phone', { phone: '12' }, 'phone'],
  ['a negative balance', { balance: -1 }, 'balance'],
  ['a short password', { password: 'short' }, 'password'],
  ['no referral code', { referral_code: ' ' }, 'referral_code'],
  ['the referral code of a closed account', { referral_code: 'closed 7' }, 'referral_code'],
])('an edit with %s is refused', async (_case, change, field) => {
  const user = await server.makeUser()
  const reply = await edit(user, { ...form(user, 0), ...change })
  expect(reply).toMatchObject({ status: 422, body: { errors: { [field]: expect.any(String) } } })
})

test("somebody else's e-mail, phone or referral code is refused on its field", async () => {
  const [user, other] = [await server.makeUser(), await server.makeUser()]
  await edit(other, form(other, 0))
  for (const [field, value] of Object.entries({
    email: other.email,
    phone: other.phone,
    referral_code: `r${other.id}`, // people type it in any case
  })) {
    const reply = await edit(user, { ...form(user, 0), [field]: value })
    expect(reply).toMatchObject({ status: 422, body: { errors: { [field]: expect.any(String) } } })
  }
})

test('a password set by an admin ends the sessions and signs in with the new one', async () => {
  const user = await server.makeUser()
  await edit(user, { ...form(user, 0), password: 'a-long-new-passphrase' })
  expect((await server.call('GET', '/profile', { as: user })).status).toBe(401)
  const login = await server.call('POST', '/login', { body: { login: user.email, password: 'a-long-new-passphrase' } })
  expect(login.status).toBe(200)
})

test('deactivating ends the sessions at once; activating lets the user sign in again', async () => {
  const user = await server.makeUser()
  const off = await server.call('POST', `/users/${user.id}/toggle-status`, { as: admin })
  expect(off).toMatchObject({ status: 200, body: { is_active: false } })
  expect((await server.call('GET', '/profile', { as: user })).status).toBe(401)
  expect((await server.call('POST', `/users/${user.id}/toggle-status`, { as: admin })).body.is_active).toBe(true)
})

test('a user deactivated by two admins stays deactivated, and only the first act counts', async () => {
  const user = await server.makeUser()
  const off = { is_active: false, reason: 'Forged card', reason_kind: 'fraud' }
  const toggle = (body: object) => server.call('POST', `/users/${user.id}/toggle-status`, { as: admin, body })
  for (let n = 0; n < 2; n++) expect(await toggle(off)).toMatchObject({ status: 200, body: { is_active: false } })
  const { body } = await server.call('GET', `/audit?subject=user&subject_id=${user.id}`, { as: admin })
  expect(body.data).toMatchObject([{ action: 'user deactivated' }])
  for (let n = 0; n < 2; n++) expect((await toggle({ is_active: true })).body.is_active).toBe(true)
})

test('a change of standing that is sent again with its key is not undone, and a deletion says again that it is done', async () => {
  const user = await server.makeUser()
  const [key, other] = [randomUUID(), randomUUID()]
  for (let n = 0; n < 2; n++) {
    const off = await server.call('POST', `/users/${user.id}/toggle-status`, { as: admin, key })
    expect(off).toMatchObject({ status: 200, body: { is_active: false } })
  }
  for (let n = 0; n < 2; n++)
    expect((await server.call('DELETE', `/users/${user.id}`, { as: admin, key: other })).status).toBe(204)
})

test('a deactivation stores its reason and its kind; an unknown kind changes nothing', async () => {
  const user = await server.makeUser()
  const toggle = (body: object) => server.call('POST', `/users/${user.id}/toggle-status`, { as: admin, body })
  expect((await toggle({ reason: 'Forged card', reason_kind: 'mood' })).status).toBe(422)
  expect((await toggle({ reason: 'Forged card', reason_kind: 'fraud' })).body.is_active).toBe(false)
  const { body } = await server.call('GET', `/audit?subject=user&subject_id=${user.id}`, { as: admin })
  expect(body.data).toHaveLength(1)
  expect(body.data[0]).toMatchObject({
    action: 'user deactivated',
    reason: 'Forged card',
    after: { is_active: false, reason_kind: 'fraud' },
  })
})

test('an admin can neither deactivate nor delete their own account', async () => {
  for (const [method, path] of [
    ['POST', `/users/${admin.id}/toggle-status`],
    ['DELETE', `/users/${admin.id}`],
  ] as const) {
    expect(await server.call(method, path, { as: admin })).toMatchObject({ status: 422, body: { code: 'own_account' } })
  }
  expect((await server.call('GET', '/users', { as: admin })).status).toBe(200)
})

describe('deleting', () => {
  test('a user who holds money is refused', async () => {
    const user = await server.makeUser({ walletRupees: 0.01 })
    const reply = await server.call('DELETE', `/users/${user.id}`, { as: admin })
    expect(reply).toMatchObject({ status: 409, body: { code: 'user_holds_money' } })
    expect((await server.call('GET', '/profile', { as: user })).status).toBe(200)
  })

  test('a user without history removes the row', async () => {
    const user = await server.makeUser()
    expect((await server.call('DELETE', `/users/${user.id}`, { as: admin })).status).toBe(204)
    const { rows } = await sql`select from users where id = ${user.id}`.execute(server.services.db)
    expect(rows).toEqual([])
    expect((await server.call('DELETE', `/users/${user.id}`, { as: admin })).status).toBe(404)
  })

  test('a user with history closes the account: personal data gone, e-mail free, ledger untouched', async () => {
    const user = await server.makeUser({ walletRupees: 50 })
    await edit(user, form(user, 0))
    expect((await server.call('DELETE', `/users/${user.id}`, { as: admin })).status).toBe(204)
    const { rows } = await sql<{ name: string; email: string | null; phone: string | null }>`
      select name, email, phone from users where id = ${user.id}`.execute(server.services.db)
    expect(rows).toEqual([{ name: 'Closed account', email: null, phone: null }])
    expect((await server.call('GET', '/profile', { as: user })).status).toBe(401)
    const again = await server.call('POST', '/register', {
      body: { name: 'Again', email: user.email, phone: user.phone, password: 'a-long-passphrase' },
    })
    expect(again.status).toBe(201)
  })
})

test('the details have every block', async () => {
  const referrer = await server.makeUser({ name: 'Ravi' })
  const user = await server.makeUser({ referredBy: referrer.id })
  const details = await server.call('GET', `/admin/users/${user.id}/details`, { as: admin })
  expect(details.body).toEqual({
    user: expect.objectContaining({ id: user.id, referred_by: 'Ravi' }),
    balances: { wallet: 0, flexible: 0, invested: 0, held: 0 },
    standing: expect.objectContaining({ email_verified: true, largest_deposit: null, linked: [] }),
    usual: { largest: null, limit: 200_000 },
    statistics: { total_deposits: 0, total_withdrawals: 0, pending_deposits: 0, pending_withdrawals: 0 },
    investments: {
      crypto: { total_invested: 0, active_investments: 0, total_profit: 0, investments: [] },
      flexible: { current_balance: 0, total_profit: 0, locked_bonus: 0 },
    },
    referrals: {
      total_referrals: 0,
      active_referrals: 0,
      total_rewards: 0,
      profit_share: 0,
      referred_by: { name: 'Ravi', email: referrer.email },
      referral_detailed: [],
      referred_users: [],
    },
  })
  const ofReferrer = await server.call('GET', `/admin/users/${referrer.id}/details`, { as: admin })
  expect(ofReferrer.body.referrals).toMatchObject({
    total_referrals: 1,
    active_referrals: 1,
    referred_users: [{ id: user.id }],
  })
  expect((await server.call('GET', '/admin/users/999999/details', { as: admin })).status).toBe(404)
})

test('an account whose number somebody else has proved is edited without one; nobody else takes its place', async () => {
  const [user, other] = [await server.makeUser(), await server.makeUser()]
  const phone = releasedContact(user.id)
  await sql`update users set phone = ${phone} where id = ${user.id}`.execute(server.services.db)
  const finance = await server.makeUser({ role: 'admin', roles: ['finance'] })
  const { body: details } = await server.call('GET', `/admin/users/${user.id}/details`, { as: admin })
  const edited = { ...form(user, 25), referral_code: details.user.referral_code, phone: details.user.phone }
  const path = `/admin/users/${user.id}/edit`
  expect(await server.call('PUT', path, { as: finance, body: edited })).toMatchObject({
    status: 200,
    body: { phone, balance: 25 },
  })
  expect(await edit(other, { ...form(other, 0), phone })).toMatchObject({
    status: 422,
    body: { code: 'phone_taken' },
  })
})

test('the first admin, who has no phone number yet, can be renamed without one; nobody else takes it', async () => {
  const first = await server.makeUser({ role: 'admin' })
  await sql`update users set phone = ${NO_PHONE} where id = ${first.id}`.execute(server.services.db)
  const renamed = { ...form(first, 0), phone: NO_PHONE, name: 'Head office' }
  expect(await edit(first, renamed)).toMatchObject({ status: 200, body: { name: 'Head office', phone: NO_PHONE } })
  const other = await server.makeUser()
  expect(await edit(other, { ...form(other, 0), phone: NO_PHONE })).toMatchObject({
    status: 422,
    body: { code: 'phone_taken' },
  })
})
