import { fileIdOf } from '@bittkosh/contract/uploads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setFourEyes } from '../../../tests/support/guardedActs.ts'
import { makePicture, upload, uploadedUrl } from '../../../tests/support/pictures.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
let admin: TestUser
let user: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin', name: 'Meera' })
  user = await server.makeUser()
})
afterAll(() => server.close())

const TRON = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
const upi = { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank' } }
const bank = {
  name: 'Bank',
  type: 'bank',
  instructions: 'Transfer',
  details: { bank_name: 'Sample', account_name: 'Sample', account_number: '5010 0123 4417', ifsc_code: 'hdfc 0000001' },
}
const bankWith = (details: object) => ({ ...bank, details: { ...bank.details, ...details } })
const crypto = { name: 'USDT', type: 'crypto', instructions: 'Send', details: { network: 'TRC20', address: TRON } }

const create = (body: object, as = admin) => server.call('POST', '/deposit-methods', { as, body })
const change = (id: number, body: object, as = admin) => server.call('PUT', `/deposit-methods/${id}`, { as, body })
const listed = async (as: TestUser, id: number) =>
  (await server.call('GET', '/deposit-methods', { as })).body.find((method: { id: number }) => method.id === id)
async function mailsAbout(text: string) {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from outbox where body like ${`%${text}%`}`.execute(server.services.db)
  return rows.map(({ recipient }) => recipient)
}

test.each([
  ['UPI', upi, { upi_id: 'pay@bank', merchant_name: null, qr_code_url: null }],
  ['bank', bank, { ...bank.details, account_number: '501001234417', ifsc_code: 'HDFC0000001', branch: null }],
  ['crypto', crypto, crypto.details],
  [
    'a form with the fields of every type, of which its own are kept',
    { ...upi, details: { ...crypto.details, ...upi.details, bank_name: '', branch: null } },
    { upi_id: 'pay@bank', merchant_name: null, qr_code_url: null },
  ],
  [
    'another network, whose addresses we cannot check',
    { ...crypto, details: { network: 'BEP20', address: '0x0' } },
    { network: 'BEP20', address: '0x0' },
  ],
])('a method is added and offered: %s', async (_case, body, details) => {
  const made = await create(body)
  expect(made).toMatchObject({ status: 201, body: { name: body.name, type: body.type, is_active: true, details } })
  expect(await listed(admin, made.body.id)).toEqual(made.body)
  const { name_hi: _name, instructions_hi: _instructions, ...forUsers } = made.body
  expect(await listed(user, made.body.id)).toEqual(forUsers)
})

test.each<readonly [string, object, string, string]>([
  ['a UPI ID without a bank', { ...upi, details: { upi_id: '9876543210' } }, 'invalid', 'details.upi_id'],
  ['an account with a letter', bankWith({ account_number: '50100123441O' }), 'invalid', 'details.account_number'],
  ['too short an account', bankWith({ account_number: '50100123' }), 'invalid', 'details.account_number'],
  ['an IFSC without its zero', bankWith({ ifsc_code: 'HDFCO000001' }), 'invalid', 'details.ifsc_code'],
  ['a bank that no list has', bankWith({ ifsc_code: 'SAMP0000001' }), 'payee_unconfirmed', 'confirm_payee'],
  ['no name', { ...upi, name: ' ' }, 'invalid', 'name'],
  ['no instructions', { ...upi, instructions: undefined }, 'invalid', 'instructions'],
  ['an unknown type', { ...upi, type: 'cash' }, 'invalid', 'type'],
  ['UPI without an ID', { ...upi, details: { merchant_name: 'Sample' } }, 'invalid', 'details.upi_id'],
  ['crypto without a network', { ...crypto, details: { address: TRON } }, 'invalid', 'details.network'],
  ['crypto without an address', { ...crypto, details: { network: 'TRC20' } }, 'invalid', 'details.address'],
  [
    'a TRC20 address with a wrong checksum',
    { ...crypto, details: { network: 'Tron (TRC-20)', address: TRON.replace(/b$/, 'c') } },
    'usdt_address_wrong',
    'details.address',
  ],
  ...['bank_name', 'account_name', 'account_number', 'ifsc_code'].map(
    (field) =>
      [
        `bank without ${field}`,
        { ...bank, details: { ...bank.details, [field]: '' } },
        'invalid',
        `details.${field}`,
      ] as const,
  ),
  ...[
    'http://pay.example/qr.png',
    'javascript:alert(1)',
    'https://name:word@pay.example/qr.png',
    'data:image/png,x',
  ].map(
    (url) =>
      [
        `the QR address ${url}`,
        { ...upi, details: { ...upi.details, qr_code_url: url } },
        'invalid',
        'details.qr_code_url',
      ] as const,
  ),
])('%s is refused, both adding and changing', async (_case, body, code, field) => {
  const { body: before } = await create(upi)
  for (const reply of [await create(body), await change(before.id, body)]) {
    expect([reply.status, reply.body.code, Object.keys(reply.body.errors)]).toEqual([422, code, [field]])
  }
  expect(await listed(admin, before.id)).toEqual(before)
})

const withQr = (url: string) => ({ ...upi, details: { ...upi.details, qr_code_url: url } })
const pictures = '/deposit-methods/pictures'
const uploadQr = async (on = server, as = admin) =>
  (await upload(on, as, await makePicture('png'), { path: pictures })).body.url

test('a whole form with one wrong field, its own state included, names that field alone', async () => {
  const made = await create(upi)
  const answer = await change(made.body.id, { ...upi, name: '', is_active: true })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['name']])
})

test('a QR code is a picture in our store, at its own address that everybody sees and that never changes', async () => {
  const first = await uploadQr()
  const { body: made } = await create(withQr(first))
  expect(made.details.qr_code_url).toBe(first)
  expect((await change(made.id, withQr(await uploadQr()))).status).toBe(200)
  expect((await listed(user, made.id)).details.qr_code_url).not.toBe(first)
  expect((await change(made.id, withQr(first))).status).toBe(200) // back to the previous picture
  const { headers, rawPayload } = await server.app.inject({ method: 'GET', url: first })
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
})

test('the upload of a QR code is in the audit log, whether a method uses it or not', async () => {
  const file = (await uploadQr()).split('/').at(-1)
  const { body } = await server.call('GET', `/audit?subject=user&subject_id=${admin.id}`, { as: admin })
  expect(body.data[0]).toMatchObject({ action: 'payee picture uploaded', after: { file } })
})

test('another address is kept as it is', async () => {
  const { body: made } = await create(withQr('https://bank.example/qr.png'))
  expect((await listed(user, made.id)).details.qr_code_url).toBe('https://bank.example/qr.png')
})

test('a QR code that the store does not have is refused, and so is a person’s document', async () => {
  const document = fileIdOf(await uploadedUrl(server, user)) ?? ''
  for (const url of [`/api${pictures}/${document}`, `/api${pictures}/${'A'.repeat(22)}`]) {
    const { status, body } = await create(withQr(url))
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'images_required', ['details.qr_code_url']])
    expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(404)
  }
})

test('a QR code that no method ever used is gone after a day; a replaced one stays', async () => {
  const other = await testServer()
  const owner = await other.makeUser({ role: 'admin' })
  const [unused, replaced] = [await uploadQr(other, owner), await uploadQr(other, owner)]
  const { body: made } = await other.call('POST', '/deposit-methods', { as: owner, body: withQr(replaced) })
  await other.call('PUT', `/deposit-methods/${made.id}`, { as: owner, body: upi })
  await other.travelTo(new Date(other.clock.now().getTime() + 25 * 3_600_000))
  const statuses = [unused, replaced].map(async (url) => (await other.app.inject({ method: 'GET', url })).statusCode)
  expect(await Promise.all(statuses)).toEqual([404, 200])
  await other.close()
})

test('a QR code that waits for a second admin stays until one has decided, however long that takes', async () => {
  const other = await testServer()
  const [owner, second] = [await other.makeUser({ role: 'admin' }), await other.makeUser({ role: 'admin' })]
  await setFourEyes(other, 0)
  const proposed = async () => {
    const url = await uploadQr(other, owner)
    const { body } = await other.call('POST', '/deposit-methods', { as: owner, body: withQr(url) })
    return { url, id: body.proposal.id as number }
  }
  const [approved, declined] = [await proposed(), await proposed()]
  const afterDays = (days: number) => other.travelTo(new Date(other.clock.now().getTime() + days * 86_400_000))
  const decide = async ({ id }: { id: number }, how: string, body?: object) =>
    (await other.call('POST', `/admin/proposals/${id}/${how}`, { as: await other.signedInAgain(second), body })).status
  const statusOf = async ({ url }: { url: string }) => (await other.app.inject({ method: 'GET', url })).statusCode
  await afterDays(3)
  expect(await decide(approved, 'approve')).toBe(200)
  expect(await decide(declined, 'decline', { reason: 'Not ours' })).toBe(200)
  await afterDays(1)
  expect([await statusOf(approved), await statusOf(declined)]).toEqual([200, 404])
  await other.close()
})

test('a changed payee is in the audit log, old and new, and every active admin gets a mail', async () => {
  const other = await server.makeUser({ role: 'admin', name: 'Ravi' })
  const name = `UPI ${other.id}`
  const { body: made } = await create({ ...upi, name })
  await change(made.id, { ...upi, name, details: { upi_id: 'other@bank' } })
  const recipients = await mailsAbout(`“Meera” changed where payments by “${name}” go`)
  expect(recipients).toEqual(expect.arrayContaining([admin.email, other.email]))
  expect(recipients).not.toContain(user.email)
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from audit_log
     where subject = 'deposit method' and subject_id = ${made.id} and action = 'deposit method changed'`.execute(
    server.services.db,
  )
  expect(rows).toMatchObject([
    { before: { details: { upi_id: 'pay@bank' } }, after: { details: { upi_id: 'other@bank' } } },
  ])
})

test('an IFSC that is in no list is accepted if confirmed, each time the form is sent', async () => {
  const unknown = bankWith({ ifsc_code: 'SAMP0000001' })
  expect((await create(unknown)).body.message).toBe(
    "IFSC SAMP0000001 is not in the list of banks. Check it against the bank's documents and confirm that it is correct.",
  )
  const { body: made, status } = await create({ ...unknown, confirm_payee: true })
  expect([status, made.details.ifsc_code]).toEqual([201, 'SAMP0000001'])
  expect((await change(made.id, { ...unknown, name: 'Other' })).body.code).toBe('payee_unconfirmed')
  expect((await change(made.id, { ...unknown, name: 'Other', confirm_payee: true })).status).toBe(200)
  expect((await change(made.id, { is_active: false })).status).toBe(200)
  const { data } = (await server.call('GET', `/audit?subject=deposit%20method&subject_id=${made.id}`, { as: admin }))
    .body
  expect(data.at(-1).after).toMatchObject({ details: { ifsc_code: 'SAMP0000001' }, ifsc_not_in_list: true })
})

test.each([
  ['name', { name: 'Pay to 9876543210' }, 'name: Quiet → Pay to 9876543210'],
  ['instructions', { instructions: 'Pay Ravi instead' }, 'instructions: Pay → Pay Ravi instead'],
  ['merchant', { details: { ...upi.details, merchant_name: 'Ravi' } }, 'merchant name: – → Ravi'],
])('a changed %s is reported to every admin, old and new', async (_field, changed, line) => {
  const { body: made } = await create({ ...upi, name: 'Quiet' })
  expect((await change(made.id, { ...upi, name: 'Quiet', ...changed })).status).toBe(200)
  expect(await mailsAbout(line)).toContain(admin.email)
})

test('a change that payers do not see triggers no alarm', async () => {
  const { body: made } = await create({ ...upi, name: 'Silent' })
  expect((await change(made.id, { ...upi, name: 'Silent', is_active: false })).body.is_active).toBe(false)
  expect(await mailsAbout("payments of 'Silent' go")).toEqual([])
})

test('is_active alone switches a method off for users; admins still see it', async () => {
  const { body: made } = await create(upi)
  expect((await change(made.id, { is_active: false })).body).toMatchObject({ is_active: false, details: made.details })
  expect(await listed(user, made.id)).toBeUndefined()
  expect(await listed(admin, made.id)).toMatchObject({ is_active: false })
  const kyc = await server.makeUser({ role: 'admin', roles: ['kyc'] })
  expect(await listed(kyc, made.id), 'without catalogue.read').toBeUndefined()
  expect((await change(made.id, upi)).body.is_active).toBe(false) // the whole form without is_active leaves it unchanged
})

test('an unknown method is 404, and users change none', async () => {
  expect((await change(999_999, { is_active: false })).status).toBe(404)
  expect((await create(upi, user)).status).toBe(403)
})
