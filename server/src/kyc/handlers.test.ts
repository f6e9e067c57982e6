/** Submitting a document, resubmitting after a rejection, and doing so through the profile. */
import { CONSENT_VERSION, type KycForm } from '@bittkosh/contract/kyc'
import { consentText } from '@bittkosh/contract/words/kycConsent'
import { fileIdOf } from '@bittkosh/contract/uploads'
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { freshAadhar, kycFormOf, kycOn, submit } from '../../../tests/support/kyc.ts'
import { uploadedUrl } from '../../../tests/support/pictures.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'

const server = await testServer()
const admin = await server.makeUser({ role: 'admin', name: 'Meera' })
const { idsOf, verify, reject, submitted, rowsOf, auditOf, queue } = kycOn(server, admin)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

describe('submitting', () => {
  test('stores which consent text was shown, in which language and when; without one it records that', async () => {
    const user = await server.makeUser()
    const form = await kycFormOf(server, user)
    const send = (as: TestUser, body: object) => server.call('PUT', '/profile', { as, body })
    const next = { version: CONSENT_VERSION + 1, language: 'hi' }
    expect((await send(user, { ...form, consent: next })).status).toBe(422)
    expect((await send(user, { ...form, consent: { version: CONSENT_VERSION, language: 'hi' } })).status).toBe(200)
    const consent = { version: CONSENT_VERSION, language: 'hi', at: expect.any(String) }
    expect((await queue(user.email)).data).toMatchObject([{ pending_ids: [{ consent }] }])
    const details = await server.call('GET', `/admin/users/${user.id}/details`, { as: admin })
    expect(details.body.user.govt_ids).toMatchObject([{ consent }])
    const own = await server.call('GET', '/profile/data', { as: user })
    expect(own.body.identity_documents).toMatchObject([{ consent_version: CONSENT_VERSION, consent_language: 'hi' }])

    const other = await server.makeUser()
    expect((await send(other, await kycFormOf(server, other))).status).toBe(200)
    expect((await queue(other.email)).data).toMatchObject([{ pending_ids: [{ consent: null }] }])
  })

  test('has a text of the newest version in both languages, and none newer', () => {
    for (const language of ['en', 'hi'] as const)
      expect(consentText(CONSENT_VERSION, language).purpose).toHaveLength(consentText(1, language).purpose.length)
    expect(() => consentText(CONSENT_VERSION + 1, 'en')).toThrow('no version')
  })

  test('an Aadhar: pending, masked, two signed pictures, and only the end and a keyed hash of the number', async () => {
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
  ])('%s gets a message about what is missing', async (_case, body, message, field) => {
    const user = await server.makeUser()
    const reply = await server.call('PUT', '/profile', { as: user, body })
    expect(reply).toMatchObject({ status: 422, body: { message, errors: { [field]: message } } })
  })

  test("another user's picture is refused", async () => {
    const [user, other] = [await server.makeUser(), await server.makeUser()]
    const form = { ...(await kycFormOf(server, user)), govt_id_urls: [await uploadedUrl(server, other)] }
    await expect(submit(server, user, form)).rejects.toMatchObject({ refused: { code: 'images_required' } })
  })

  test('while one is pending, or one of the type is approved, another is refused', async () => {
    const { user } = await submitted('aadhar')
    const refused = { refused: { code: 'kyc_open' } }
    await expect(submit(server, user, await kycFormOf(server, user, 'pan'))).rejects.toMatchObject(refused)
    await verify(user, { status: 'approved' })
    await expect(submit(server, user, await kycFormOf(server, user, 'aadhar'))).rejects.toMatchObject(refused)
    await submit(server, user, await kycFormOf(server, user, 'pan'))
    expect(await idsOf(user)).toMatchObject([{ type: 'aadhar' }, { type: 'pan', status: 'pending' }])
  })

  test('ten concurrent ones leave one record, and the pictures of the others unused', async () => {
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

  test('one number submitted by ten users concurrently belongs to one', async () => {
    const number = freshAadhar()
    const users = await Promise.all(Array.from({ length: 10 }, () => server.makeUser()))
    const outcomes = await Promise.allSettled(
      users.map(async (user) =>
        submit(server, user, { ...(await kycFormOf(server, user, 'aadhar')), govt_id_number: number }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  })

  test('a number that was rejected for another user is accepted, and marked as seen before', async () => {
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

  test('the same number may be submitted again', async () => {
    const { user, form } = await submitted()
    await reject(user)
    await submit(server, user, { ...(await kycFormOf(server, user)), govt_id_number: form.govt_id_number })
    expect(await idsOf(user)).toMatchObject([{ status: 'pending' }])
  })

  test('is refused if the number belongs to another user by now, and the old record stays', async () => {
    const { user, form } = await submitted()
    await reject(user)
    const other = await server.makeUser()
    await submit(server, other, { ...(await kycFormOf(server, other)), govt_id_number: form.govt_id_number })
    const again = { ...(await kycFormOf(server, user)), govt_id_number: form.govt_id_number }
    await expect(submit(server, user, again)).rejects.toMatchObject({ refused: { code: 'id_in_use' } })
    expect(await idsOf(user)).toMatchObject([{ status: 'rejected' }])
  })
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
  ])('%s gets the message on its field', async (_case, change, message, field) => {
    const user = await server.makeUser()
    const form = { govt_id_type: 'aadhar', govt_id_urls: ['a', 'b'], govt_id_number: freshAadhar(), ...change }
    expect(await put(user, form)).toMatchObject({ status: 422, body: { message, errors: { [field]: message } } })
  })
})
