import type { KycForm } from '@bittkosh/contract/kyc'
import { fileIdOf } from '@bittkosh/contract/uploads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshAadhar, freshPan, kycFormOf, submit } from '../../../tests/support/kyc.ts'
import { uploadedUrl } from '../../../tests/support/pictures.ts'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { transaction } from '../platform/database.ts'
import { keyRing } from '../platform/keys.ts'
import { eraseKyc, govtIdsOf, kycApproved, kycState, resealKyc } from './actions.ts'

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

const idsOf = (user: TestUser, viewer = user) =>
  govtIdsOf(server.services.db, {
    user: user.id,
    viewer: viewer.id,
    at: server.clock.now(),
    config: server.services.config,
  })
const verify = (user: TestUser, body: object, as = admin) =>
  server.call('POST', `/kyc/${user.id}/verify`, { as, body: { id_index: 0, ...body } })
const reject = (user: TestUser, reason = 'The photo is blurred') =>
  verify(user, { status: 'rejected', rejection_reason: reason })
async function submitted(type: 'aadhar' | 'pan' = 'pan') {
  const user = await server.makeUser()
  const form = await kycFormOf(server, user, type)
  await submit(server, user, form)
  return { user, form }
}
async function rowsOf(user: TestUser) {
  const { rows } = await sql<{ id: number; sealed_number: Buffer | null }>`
    select * from kyc_records where user_id = ${user.id} order by position`.execute(server.services.db)
  return rows
}
async function notificationsOf(user: TestUser) {
  const { rows } = await sql<{ title: string; message: string }>`
    select title, message from notifications where user_id = ${user.id} order by id`.execute(server.services.db)
  return rows
}
async function auditOf(action: string, subject: number) {
  const { rows } = await sql<{ admin_id: number | null; before: object; after: object; reason: string | null }>`
    select admin_id, before, after, reason from audit_log
     where action = ${action} and subject = 'kyc' and subject_id = ${subject}`.execute(server.services.db)
  return rows
}
const queue = async (search?: string) => {
  const query = search ? `?search=${encodeURIComponent(search)}` : ''
  return (await server.call('GET', `/kyc/pending${query}`, { as: admin })).body
}

describe('submitting', () => {
  test('an Aadhar: pending, masked, two signed pictures, and of the number only its end and a keyed hash', async () => {
    const { user, form } = await submitted('aadhar')
    const [record] = await idsOf(user)
    expect(record).toMatchObject({
      type: 'aadhar',
      type_label: 'Aadhar Card',
      status: 'pending',
      id_number: `XXXX XXXX ${form.govt_id_number.slice(-4)}`,
      rejection_reason: null,
    })
    expect(record?.urls.map(fileIdOf)).toEqual(form.govt_id_urls.map(fileIdOf))
    const stored = JSON.stringify(await rowsOf(user))
    expect(stored).not.toContain(form.govt_id_number)
    expect(await rowsOf(user)).toMatchObject([{ sealed_number: null }])
  })

  test('a PAN: upper-case, masked, sealed', async () => {
    const user = await server.makeUser()
    const form = await kycFormOf(server, user)
    await submit(server, user, { ...form, govt_id_number: form.govt_id_number.toLowerCase() })
    const pan = form.govt_id_number
    expect(await idsOf(user)).toMatchObject([{ id_number: `${pan.slice(0, 5)}****${pan.slice(9)}` }])
    const [row] = await rowsOf(user)
    expect(row?.sealed_number?.includes(pan)).toBe(false)
  })

  test.each<[string, Partial<KycForm>, string, string]>([
    ['no number', { govt_id_number: '' }, 'id_number_required', 'govt_id_number'],
    ['a short PAN', { govt_id_number: 'ABCD' }, 'pan_format', 'govt_id_number'],
    ['no picture', { govt_id_urls: [] }, 'images_required', 'govt_id_urls'],
    [
      "somebody's address as a picture",
      { govt_id_urls: ['https://evil.example/a.jpg'] },
      'images_required',
      'govt_id_urls',
    ],
    [
      'a picture that does not exist',
      { govt_id_urls: ['/api/files/AAAAAAAAAAAAAAAAAAAAAA'] },
      'images_required',
      'govt_id_urls',
    ],
  ])('%s is refused and changes nothing', async (_case, change, code, field) => {
    const user = await server.makeUser()
    const form = { ...(await kycFormOf(server, user)), ...change }
    await expect(submit(server, user, form)).rejects.toMatchObject({ refused: { code, field } })
    expect(await rowsOf(user)).toEqual([])
  })

  test.each([
    ['only a type', { govt_id_type: 'pan' }, 'Please enter your government ID number', 'govt_id_number'],
    [
      'a number without pictures',
      { govt_id_type: 'pan', govt_id_number: 'abcde1234f' },
      'Please upload all required images',
      'govt_id_urls',
    ],
  ])('%s is told what is missing', async (_case, body, message, field) => {
    const user = await server.makeUser()
    const reply = await server.call('PUT', '/profile', { as: user, body })
    expect(reply).toMatchObject({ status: 422, body: { message, errors: { [field]: message } } })
  })

  test("another user's picture is refused", async () => {
    const [user, other] = [await server.makeUser(), await server.makeUser()]
    const form = { ...(await kycFormOf(server, user)), govt_id_urls: [await uploadedUrl(server, other)] }
    await expect(submit(server, user, form)).rejects.toMatchObject({ refused: { code: 'images_required' } })
  })

  test('while one is pending, or approved of the type, another is refused', async () => {
    const { user } = await submitted('aadhar')
    const refused = { refused: { code: 'kyc_open' } }
    await expect(submit(server, user, await kycFormOf(server, user, 'pan'))).rejects.toMatchObject(refused)
    await verify(user, { status: 'approved' })
    await expect(submit(server, user, await kycFormOf(server, user, 'aadhar'))).rejects.toMatchObject(refused)
    await submit(server, user, await kycFormOf(server, user, 'pan'))
    expect(await idsOf(user)).toMatchObject([{ type: 'aadhar' }, { type: 'pan', status: 'pending' }])
  })

  test('ten at once leave one record, and the pictures of the others unused', async () => {
    const user = await server.makeUser()
    const forms = await Promise.all(Array.from({ length: 10 }, () => kycFormOf(server, user)))
    const outcomes = await Promise.allSettled(forms.map((form) => submit(server, user, form)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await rowsOf(user)).toHaveLength(1)
  })

  test.each(['aadhar', 'pan'] as const)(
    'an %s number that is pending or approved for another user is refused, however it is typed',
    async (type) => {
      const { user: owner, form } = await submitted(type)
      const other = await server.makeUser()
      const again = async () => ({
        ...(await kycFormOf(server, other, type)),
        govt_id_number: ` ${form.govt_id_number.slice(0, 4)} ${form.govt_id_number.slice(4).toLowerCase()}`,
      })
      const refused = { refused: { code: 'id_in_use', field: 'govt_id_number' } }
      await expect(submit(server, other, await again())).rejects.toMatchObject(refused)
      await verify(owner, { status: 'approved' })
      await expect(submit(server, other, await again())).rejects.toMatchObject(refused)
      expect(await rowsOf(other)).toEqual([])
    },
  )

  test('one number handed in by ten users at once belongs to one', async () => {
    const number = freshAadhar()
    const users = await Promise.all(Array.from({ length: 10 }, () => server.makeUser()))
    const outcomes = await Promise.allSettled(
      users.map(async (user) =>
        submit(server, user, { ...(await kycFormOf(server, user, 'aadhar')), govt_id_number: number }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  })

  test('a number that was rejected elsewhere is taken, and marked as seen before', async () => {
    const { user: first, form } = await submitted()
    await reject(first)
    const second = await server.makeUser({ name: 'Second Owner' })
    await submit(server, second, { ...(await kycFormOf(server, second)), govt_id_number: form.govt_id_number })
    expect((await queue(second.email)).data).toMatchObject([{ pending_ids: [{ flags: ['seen_before'] }] }])
    await reject(second)
  })
})

describe('resubmitting after a rejection', () => {
  test('takes the place of the rejected record, which stays in the audit log without its pictures', async () => {
    const { user, form } = await submitted()
    await reject(user, 'Name does not match')
    expect(await idsOf(user)).toMatchObject([{ status: 'rejected', rejection_reason: 'Name does not match' }])
    const again = await kycFormOf(server, user, 'aadhar')
    await submit(server, user, again)
    expect(await idsOf(user)).toMatchObject([{ type: 'aadhar', status: 'pending', rejection_reason: null }])
    expect(await auditOf('kyc resubmitted', (await rowsOf(user))[0]?.id ?? 0)).toMatchObject([
      { admin_id: null, before: { rejection_reason: 'Name does not match', decided_by: 'Meera', user: user.id } },
    ])
    expect((await server.app.inject({ method: 'GET', url: form.govt_id_urls[0] ?? '' })).statusCode).toBe(404)
    expect((await queue(user.email)).data).toMatchObject([{ rejected_before: 1 }])
  })

  test('the same number may be handed in again', async () => {
    const { user, form } = await submitted()
    await reject(user)
    await submit(server, user, { ...(await kycFormOf(server, user)), govt_id_number: form.govt_id_number })
    expect(await idsOf(user)).toMatchObject([{ status: 'pending' }])
  })

  test("a rejected one whose number meanwhile is another's is refused and stays", async () => {
    const { user, form } = await submitted()
    await reject(user)
    const other = await server.makeUser()
    await submit(server, other, { ...(await kycFormOf(server, other)), govt_id_number: form.govt_id_number })
    const again = { ...(await kycFormOf(server, user)), govt_id_number: form.govt_id_number }
    await expect(submit(server, user, again)).rejects.toMatchObject({ refused: { code: 'id_in_use' } })
    expect(await idsOf(user)).toMatchObject([{ status: 'rejected' }])
  })
})

describe('deciding', () => {
  test('approval opens the gate for money, tells the user and is logged', async () => {
    const { user } = await submitted()
    const [row] = await rowsOf(user)
    expect(await kycApproved(server.services.db, user.id)).toBe(false)
    const reply = await verify(user, { status: 'approved', kyc_id: row?.id })
    expect(reply).toMatchObject({ status: 200, body: { status: 'approved', index: 0, user_id: user.id } })
    expect(await kycApproved(server.services.db, user.id)).toBe(true)
    expect(await notificationsOf(user)).toMatchObject([{ title: 'KYC approved' }])
    expect(await auditOf('kyc approved', row?.id ?? 0)).toMatchObject([
      { admin_id: admin.id, before: { status: 'pending' }, after: { status: 'approved', user: user.id } },
    ])
  })

  test('only an approved first record opens the gate, also after a rejection', async () => {
    const { user } = await submitted()
    await reject(user)
    const state = () => kycState(server.services.db, user.id)
    expect(await state()).toEqual({ approved: false, status: 'rejected', rejectionReason: 'The photo is blurred' })
    await submit(server, user, await kycFormOf(server, user))
    await verify(user, { status: 'approved' })
    await submit(server, user, await kycFormOf(server, user, 'aadhar'))
    expect(await state()).toEqual({ approved: true, status: 'pending', rejectionReason: null })
    await verify(user, { id_index: 1, status: 'rejected', rejection_reason: 'Wrong side' })
    expect(await state()).toMatchObject({ approved: true, status: 'rejected' })
  })

  test('rejection needs its reason and hands it to the user', async () => {
    const { user } = await submitted()
    for (const reason of [undefined, null, '', '   ']) {
      const reply = await verify(user, { status: 'rejected', rejection_reason: reason })
      expect(reply).toMatchObject({ status: 422, body: { code: 'rejection_reason_required' } })
    }
    expect(await idsOf(user)).toMatchObject([{ status: 'pending' }])
    await reject(user, 'Glare on the number')
    expect((await notificationsOf(user))[0]?.message).toContain('Glare on the number')
  })

  test('a second decision is 409 and names the first', async () => {
    const { user } = await submitted()
    await verify(user, { status: 'approved' })
    const second = await reject(user)
    expect(second).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    expect(second.body.message).toMatch(/^Already approved by Meera, \d\d:\d\d$/)
    expect(await idsOf(user)).toMatchObject([{ status: 'approved' }])
  })

  test('twenty decisions at once: one counts', async () => {
    const { user } = await submitted()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? reject(user) : verify(user, { status: 'approved' }))),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19)
    expect(await notificationsOf(user)).toHaveLength(1)
  })

  test('a newer submission is not decided unseen', async () => {
    const { user } = await submitted()
    const [seen] = await rowsOf(user)
    await reject(user)
    await submit(server, user, await kycFormOf(server, user))
    const reply = await verify(user, { status: 'approved', kyc_id: seen?.id })
    expect(reply).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(await idsOf(user)).toMatchObject([{ status: 'pending' }])
  })

  test('an unknown user or index is 404, a user is 403, an invited account is refused', async () => {
    const { user } = await submitted()
    const approve = { status: 'approved' }
    expect((await verify({ ...user, id: 2_000_000_000 }, approve)).status).toBe(404)
    expect((await verify(user, { id_index: 1, ...approve })).status).toBe(404)
    expect((await verify(user, approve, user)).status).toBe(403)
    const friend = await server.makeUser({ referredBy: admin.id })
    await submit(server, friend, await kycFormOf(server, friend))
    expect(await verify(friend, approve)).toMatchObject({ status: 403, body: { code: 'own_request' } })
  })
})

describe('the queue', () => {
  test('shows what waits with pictures for this admin, found by name, e-mail or phone', async () => {
    const { user } = await submitted('aadhar')
    const found = await queue(user.phone.slice(3))
    expect(found.data).toMatchObject([
      {
        user_id: user.id,
        name: user.name,
        email: user.email,
        pending_ids: [{ index: 0, type: 'aadhar', type_label: 'Aadhar Card', flags: [] }],
      },
    ])
    expect(found.pagination).toEqual({ current_page: 1, last_page: 1, total: 1 })
    expect(found.total_pending).toBeGreaterThanOrEqual(1)
    for (const url of found.data[0].pending_ids[0].urls) {
      expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(200)
    }
    await verify(user, { status: 'approved' })
    expect((await queue(user.email)).data).toEqual([])
  })

  test('flags a wrong check digit and a holder that is no person', async () => {
    const [first, second] = [await server.makeUser(), await server.makeUser()]
    const aadhar = await kycFormOf(server, first, 'aadhar')
    const wrong = aadhar.govt_id_number.slice(0, 11) + ((Number(aadhar.govt_id_number[11]) + 1) % 10)
    await submit(server, first, { ...aadhar, govt_id_number: wrong })
    const pan = freshPan()
    await submit(server, second, {
      ...(await kycFormOf(server, second)),
      govt_id_number: `${pan.slice(0, 3)}C${pan.slice(4)}`,
    })
    expect((await queue(first.email)).data[0].pending_ids[0].flags).toEqual(['check_digit'])
    expect((await queue(second.email)).data[0].pending_ids[0].flags).toEqual(['holder_letter'])
  })

  test('is for admins only', async () => {
    const user = await server.makeUser()
    expect((await server.call('GET', '/kyc/pending', { as: user })).status).toBe(403)
    expect((await server.call('GET', '/kyc/pending')).status).toBe(401)
  })
})

describe('revealing the number', () => {
  const reveal = (user: TestUser, body: object, as = admin) =>
    server.call('POST', `/kyc/${user.id}/reveal`, { as, body: { id_index: 0, reason: 'Name looks altered', ...body } })

  test('gives a PAN in full and logs who, whose and why, never the number', async () => {
    const { user, form } = await submitted()
    const [row] = await rowsOf(user)
    expect(await reveal(user, {})).toMatchObject({ status: 200, body: { id_number: form.govt_id_number } })
    const log = await auditOf('kyc number revealed', row?.id ?? 0)
    expect(log).toMatchObject([{ admin_id: admin.id, reason: 'Name looks altered', after: { user: user.id } }])
    expect(JSON.stringify(log)).not.toContain(form.govt_id_number)
  })

  test('gives the masked one of an Aadhar, since no more is kept', async () => {
    const { user, form } = await submitted('aadhar')
    expect((await reveal(user, {})).body.id_number).toBe(`XXXX XXXX ${form.govt_id_number.slice(-4)}`)
  })

  test('needs a reason, a record, and an admin', async () => {
    const { user } = await submitted()
    expect(await reveal(user, { reason: ' ' })).toMatchObject({ status: 422 })
    expect((await reveal(user, { id_index: 3 })).status).toBe(404)
    expect((await reveal(user, {}, user)).status).toBe(403)
  })
})

test('closing an account erases its documents', async () => {
  const { user, form } = await submitted()
  await transaction(server.services.db, (tx) => eraseKyc(tx, user.id))
  expect(await rowsOf(user)).toEqual([])
  expect((await server.app.inject({ method: 'GET', url: form.govt_id_urls[0] ?? '' })).statusCode).toBe(404)
})

test('after a rotation a PAN is still read and a known number still found', async () => {
  const { user, form } = await submitted()
  const { db, config } = server.services
  const changed = { appSecret: 'another secret of enough length 1', oldAppSecrets: [config.appSecret] }
  expect(await resealKyc(db, keyRing(changed))).toBeGreaterThan(1)
  expect(await resealKyc(db, keyRing(changed))).toBe(0)
  const [row] = await rowsOf(user)
  const alone = keyRing({ ...changed, oldAppSecrets: [] })
  expect(alone.open(row?.sealed_number ?? Buffer.alloc(0), `id number of user ${user.id}`).toString()).toBe(
    form.govt_id_number,
  )
  await resealKyc(db, keyRing({ appSecret: config.appSecret, oldAppSecrets: [changed.appSecret] }))
  const other = await server.makeUser()
  const again = { ...(await kycFormOf(server, other)), govt_id_number: form.govt_id_number }
  await expect(submit(server, other, again)).rejects.toMatchObject({ refused: { code: 'id_in_use' } })
})

test('no full Aadhaar number stands anywhere in the database', async () => {
  const { form } = await submitted('aadhar')
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    server.services.db,
  )
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} as t where t::text like ${`%${form.govt_id_number}%`}`.execute(server.services.db)
    expect(rows, name).toEqual([])
  }
})

describe('PUT /profile', () => {
  const put = (user: TestUser, body: object) => server.call('PUT', '/profile', { as: user, body })

  test('submits, and the profile shows the record', async () => {
    const user = await server.makeUser()
    const form = await kycFormOf(server, user, 'aadhar')
    const reply = await put(user, form)
    expect(reply).toMatchObject({ status: 200, body: { govt_ids: [{ type: 'aadhar', status: 'pending' }] } })
    const [front] = (await server.call('GET', '/profile', { as: user })).body.govt_ids[0].urls
    expect((await server.app.inject({ method: 'GET', url: front })).statusCode).toBe(200)
    expect(await put(user, form)).toMatchObject({ status: 409, body: { code: 'kyc_open' } })
  })

  test.each([
    ['no number', { govt_id_number: ' ' }, 'Please enter your government ID number', 'govt_id_number'],
    ['a short Aadhar', { govt_id_number: '1234' }, 'Aadhar number must be 12 digits', 'govt_id_number'],
    ['a wrong PAN', { govt_id_type: 'pan', govt_id_number: 'AB12' }, 'Invalid PAN number format', 'govt_id_number'],
    ['no pictures', { govt_id_urls: [] }, 'Please upload all required images', 'govt_id_urls'],
  ])('%s answers the sentence on its field', async (_case, change, message, field) => {
    const user = await server.makeUser()
    const form = { govt_id_type: 'aadhar', govt_id_urls: ['a', 'b'], govt_id_number: freshAadhar(), ...change }
    expect(await put(user, form)).toMatchObject({ status: 422, body: { message, errors: { [field]: message } } })
  })
})
