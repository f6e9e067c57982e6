import { settingsTable } from '@bittkosh/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'

let server: TestServer
let admin: TestUser
let user: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  user = await server.makeUser()
})
afterAll(() => server.close())

test('a user reads a public setting, with the number as a number', async () => {
  const reply = await server.call('GET', '/settings/min_withdrawal_limit', { as: user })
  expect(reply).toMatchObject({ status: 200, body: { value: 500 } })
})

test('nobody signed out reads a setting', async () => {
  const reply = await server.call('GET', '/settings/header_line')
  expect(reply).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect(Object.keys(reply.body).sort()).toEqual(['code', 'message'])
})

test('an unknown key is 404 for users and admins, also to write', async () => {
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

test('a change is seen by the next reader and lands in the audit log with before and after', async () => {
  const changed = await server.call('PUT', '/settings/referral_reward', {
    as: admin,
    body: { value: '120.50', description: 'festival' },
  })
  expect(changed).toMatchObject({ status: 200, body: { key: 'referral_reward', value: 120.5, type: 'number' } })
  expect((await server.call('GET', '/settings/referral_reward', { as: user })).body.value).toBe(120.5)
  expect((await server.services.settings.current()).rupees('referral_reward')).toBe(12050n)
})

test("a description that is sent is kept; left out it stays, an empty one is the program's own again", async () => {
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
    'a text that reads other than it is stored',
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

test('what is wrong with a value is also said as data', async () => {
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
])('%s is refused by the shape of the call', async (_case, body, errors) => {
  const reply = await server.call('PUT', '/settings/welcome_bonus', { as: admin, body })
  expect(reply).toMatchObject({ status: 422, body: { code: 'invalid', errors } })
  expect(Object.keys(reply.body.complaints)).toEqual(Object.keys(errors))
})

test('a lower withdrawal fee that an active package outlives is saved only when that is confirmed', async () => {
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
  await put({ value: 7 })
})
