/** What an admin decides on a document, and the queue of waiting documents. */
import { addDays, dayOf } from '@bittkosh/contract/time'
import { reasonWords } from '@bittkosh/contract/words/reasons'
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { freshPan, kycFormOf, kycOn, submit } from '../../../tests/support/kyc.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'
import { shareBrowser } from '../../../tests/support/sharedBrowser.ts'
import { sql } from '../platform/database/sql.ts'
import { kycState } from './actions.ts'

const HOUR_MS = 3_600_000
const server = await testServer()
const admin = await server.makeUser({ role: 'admin', name: 'Meera' })
const { idsOf, verify, reject, submitted, rowsOf, notificationsOf, auditOf, queue } = kycOn(server, admin)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

describe('deciding', () => {
  test('approval lets money leave, notifies the user and is logged', async () => {
    const { user } = await submitted()
    const [row] = await rowsOf(user)
    expect((await kycState(server.services.db, user.id)).approved).toBe(false)
    const reply = await verify(user, { status: 'approved', kyc_id: row?.id })
    expect(reply).toMatchObject({ status: 200, body: { status: 'approved', index: 0, user_id: user.id } })
    expect((await kycState(server.services.db, user.id)).approved).toBe(true)
    expect(await notificationsOf(user)).toMatchObject([{ title: 'KYC approved' }])
    expect(await auditOf('kyc approved', row?.id ?? 0)).toMatchObject([
      { admin_id: admin.id, before: { status: 'pending' }, after: { status: 'approved', user: user.id } },
    ])
  })

  test('only an approved first record lets money leave, also after a rejection', async () => {
    const { user } = await submitted()
    await reject(user)
    const state = () => kycState(server.services.db, user.id)
    expect(await state()).toEqual({ approved: false, revoked: false, status: 'rejected' })
    await submit(server, user, await kycFormOf(server, user))
    await verify(user, { status: 'approved' })
    await submit(server, user, await kycFormOf(server, user, 'aadhar'))
    expect(await state()).toEqual({ approved: true, revoked: false, status: 'pending' })
    await verify(user, { id_index: 1, status: 'rejected', rejection_reason: 'Wrong side' })
    expect(await state()).toMatchObject({ approved: true, status: 'rejected' })
  })

  test('rejection needs a reason and shows it to the user', async () => {
    const { user } = await submitted()
    for (const reason of [undefined, null, '', '   ']) {
      const reply = await verify(user, { status: 'rejected', rejection_reason: reason })
      expect(reply).toMatchObject({ status: 422, body: { code: 'rejection_reason_required' } })
    }
    expect(await idsOf(user)).toMatchObject([{ status: 'pending' }])
    await reject(user, 'Glare on the number')
    expect((await notificationsOf(user))[0]?.message).toContain('Glare on the number')
  })

  test('a usual reason suffices alone and everyone reads it in their own language', async () => {
    const { user } = await submitted()
    const preset = 'card_cut_off'
    const reply = await verify(user, { status: 'rejected', rejection_preset: preset })
    expect(reply).toMatchObject({ status: 200, body: { rejection_reason: reasonWords.en[preset] } })
    const profile = await server.call('GET', '/profile', { as: user, language: 'hi' })
    expect(profile.body.govt_ids).toMatchObject([{ status: 'rejected', rejection_reason: reasonWords.hi[preset] }])
    const { body } = await server.call('GET', '/notifications', { as: user, language: 'hi' })
    const reason = reasonWords.hi[preset].slice(0, -1)
    expect(body.data[0]).toMatchObject({ message: expect.stringContaining(reason), link: '/profile#kyc' })
  })

  test('an approval stores no reason', async () => {
    const { user } = await submitted()
    const reply = await verify(user, { status: 'approved', rejection_preset: 'card_cut_off', rejection_reason: 'no' })
    expect(reply).toMatchObject({ status: 200, body: { rejection_reason: null } })
  })

  test('a reason from another room is refused', async () => {
    const { user } = await submitted()
    const reply = await verify(user, { status: 'rejected', rejection_preset: 'made_twice' })
    expect(reply).toMatchObject({ status: 422, body: { errors: { rejection_preset: expect.any(String) } } })
  })

  test('a second decision is 409 and names the first', async () => {
    const { user } = await submitted()
    await verify(user, { status: 'approved' })
    const second = await reject(user)
    expect(second).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    expect(second.body.message).toMatch(/^Already approved by Meera, \d\d:\d\d$/)
    expect(await idsOf(user)).toMatchObject([{ status: 'approved' }])
  })

  test('twenty concurrent decisions: one counts', async () => {
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

  test('an unknown user or index is 404, a user is 403, a user referred by the admin is refused', async () => {
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
  test('says whether an account shares a browser with the reading admin’s own, which refuses nothing', async () => {
    const { user } = await submitted()
    expect((await queue(user.email)).data).toMatchObject([{ is_linked_to_you: false }])
    await shareBrowser(server, [user, admin])
    expect((await queue(user.email)).data).toMatchObject([{ is_linked_to_you: true }])
    expect((await verify(user, { status: 'approved' })).status).toBe(200)
  })

  test('shows waiting documents with pictures for this admin, found by name, e-mail or phone', async () => {
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

  test('flags a wrong check digit and a holder that is not a person', async () => {
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

  test('narrows to the days of submission and to late documents, in the list and in its export', async () => {
    const [late, newer] = [(await submitted()).user, (await submitted()).user]
    const { value: hours } = (await server.call('GET', '/settings/alert_queue_hours', { as: admin })).body
    const handedIn = new Date(server.clock.now().getTime() - (hours + 24) * HOUR_MS)
    await sql`update kyc_records set submitted_at = ${handedIn} where user_id = ${late.id}`.execute(server.services.db)
    const found = async (filter: string) => {
      const list = (await server.call('GET', `/kyc/pending?per_page=100&${filter}`, { as: admin })).body
      const file = (await server.call('GET', `/kyc/pending/export?${filter}`, { as: admin })).body
      const listed = (user: TestUser) => list.data.some((row: { user_id: number }) => row.user_id === user.id)
      return [late, newer].filter((user) => {
        expect(file.includes(user.email)).toBe(listed(user))
        return listed(user)
      })
    }
    expect(await found('')).toEqual([late, newer])
    expect(await found('late=true')).toEqual([late])
    expect(await found(`to=${dayOf(handedIn)}`)).toEqual([late])
    expect(await found(`from=${addDays(dayOf(handedIn), 1)}`)).toEqual([newer])
  })

  test('is for admins only', async () => {
    const user = await server.makeUser()
    expect((await server.call('GET', '/kyc/pending', { as: user })).status).toBe(403)
    expect((await server.call('GET', '/kyc/pending')).status).toBe(401)
  })
})
