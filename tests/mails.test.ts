/** Every mail is in the language that its reader's page was last set to, whoever causes it. */
import { randomInt, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMails } from '../server/src/platform/outbox/outbox.ts'
import { outboxFolder } from '../server/src/platform/outbox/post.ts'
import { runDueJobs } from '../server/src/platform/jobs/jobs.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { jobs } from '../server/src/rooms.ts'
import { seedSamples } from './support/samples.ts'
import { type TestServer, testServer, type TestUser } from './support/server.ts'
import { proveEmail } from './support/verification.ts'

const DEVANAGARI = /[\u0900-\u097f]/
const PASSWORD = 'teen hathi nadi par'
let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await testServer()
  await seedSamples(server.services.db, server.clock.now())
  admin = await server.makeUser({ role: 'admin', name: 'Meera' })
})
afterAll(() => server.close())

type Language = 'en' | 'hi'
async function callIn(
  language: Language,
  method: string,
  path: string,
  { as, body }: { as?: TestUser; body?: unknown } = {},
) {
  const reply = await server.app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: {
      cookie: `theme=dark; language=${language}`,
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
  return { status: reply.statusCode, body: reply.body ? JSON.parse(reply.body) : undefined }
}

/** As the job does that finds accounts for a forgotten password. */
const writeResetMails = () =>
  runDueJobs(
    server.services,
    jobs.filter((job) => job.name === 'reset-mails'),
  )

async function mailsTo(email: string) {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where recipient = ${email} order by id`.execute(server.services.db)
  return rows
}
const inHindi = ({ subject, body }: { subject: string; body: string }) =>
  DEVANAGARI.test(subject) && DEVANAGARI.test(body)

async function joined(language: Language) {
  const email = `asha-${randomUUID()}@example.test`
  const phone = `+9197${String(randomInt(100_000_000)).padStart(8, '0')}`
  const { body } = await callIn(language, 'POST', '/register', {
    body: { name: 'Asha Rao', email, phone, password: PASSWORD },
  })
  const user: TestUser = { ...body.user, token: body.token }
  await proveEmail(server, user)
  return user
}

test.each<[Language, boolean]>([
  ['hi', true],
  ['en', false],
])('a person of %s: code, pause, reset link, changed, set by an admin', async (language, hindi) => {
  const asha = await joined(language)
  const friend = await server.makeUser()
  const row = (await server.call('GET', `/users?search=${asha.email}`, { as: admin })).body.data[0]
  const edit = { name: row.name, email: row.email, phone: row.phone, referral_code: row.referral_code, is_active: true }
  const editUser = (body: object) =>
    server.call('PUT', `/admin/users/${asha.id}/edit`, { as: admin, body: { ...edit, ...body } })
  expect((await editUser({ balance: 500, reason: 'gift' })).status).toBe(200)

  for (let transfer = 0; transfer < 2; transfer++) {
    const begun = await server.call('POST', '/balance-transfer/initiate', {
      as: asha,
      body: { recipient: friend.email, amount: 10 },
    })
    expect(begun.status).toBe(201)
    const code = /^(\d{6}) /.exec((await mailsTo(asha.email)).at(-1)?.body ?? '')?.[1]
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let n = 0; n < 5; n++)
      await server.call('POST', '/balance-transfer/verify', {
        as: asha,
        body: { transfer_id: begun.body.transfer_id, otp: wrong },
      })
  }
  await server.call('POST', '/forgot-password', { body: { email: asha.email } })
  await writeResetMails()
  const change = {
    current_password: PASSWORD,
    new_password: 'char hathi nadi par',
    new_password_confirmation: 'char hathi nadi par',
  }
  expect((await server.call('PUT', '/profile', { as: asha, body: change })).status).toBe(200)
  expect((await editUser({ balance: 500, password: 'paanch hathi nadi par' })).status).toBe(200)

  const mails = await mailsTo(asha.email)
  expect(mails).toHaveLength(7) // the code of registering, two codes, a pause, a link, two about the password
  expect(mails.map(inHindi)).toEqual(mails.map(() => hindi))
  expect(mails.some(({ body }) => body.includes('/reset-password?token='))).toBe(true)
})

test('the language follows the page, not the device that sends the call', async () => {
  const asha = await joined('en')
  expect((await callIn('hi', 'GET', '/profile', { as: asha })).status).toBe(200)
  await server.call('POST', '/forgot-password', { body: { email: asha.email } })
  await writeResetMails()
  expect((await mailsTo(asha.email)).map(inHindi)).toEqual([false, true]) // the code, the link
})

test('each admin is notified of a changed payee in their own language', async () => {
  const hindi = await server.makeUser({ role: 'admin' })
  await callIn('hi', 'GET', '/waiting', { as: hindi })
  const [method] = (await server.call('GET', '/deposit-methods', { as: admin })).body.filter(
    (one: { type: string }) => one.type === 'upi',
  )
  const { id, name, type, instructions } = method
  const details = { upi_id: 'fresh@okhdfc', merchant_name: 'BittKosh', qr_code_url: null }
  const saved = await server.call('PUT', `/deposit-methods/${id}`, {
    as: admin,
    body: { name, type, instructions, details },
  })
  expect(saved).toMatchObject({ status: 200 })
  expect(inHindi((await mailsTo(hindi.email)).at(-1) ?? { subject: '', body: '' })).toBe(true)
  expect(inHindi((await mailsTo(admin.email)).at(-1) ?? { subject: '', body: '' })).toBe(false)
})

test('mail programs read a Hindi subject completely', async () => {
  const asha = await joined('hi')
  await server.call('POST', '/forgot-password', { body: { email: asha.email } })
  await writeResetMails()
  const [mail] = await mailsTo(asha.email)
  await sendMails.run(server.services, server.services.clock.now())
  const folder = outboxFolder(server.services.config)
  const raw =
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .find((text) => text.includes(asha.email)) ?? ''
  expect((await PostalMime.parse(raw)).subject).toBe(mail?.subject)
  for (const word of /^Subject: (.*)$/m.exec(raw)?.[1]?.trim().split(' ') ?? [])
    expect(word.length).toBeLessThanOrEqual(75)
})
