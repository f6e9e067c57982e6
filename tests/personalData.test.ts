/** The program's data about people: each table is in the rooms' lists, and closing an account leaves nothing of the person. */
import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { transaction } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { queueMail, queueText } from '../server/src/platform/outbox/outbox.ts'
import { outboxFolder } from '../server/src/platform/outbox/post.ts'
import { personalTables } from '../server/src/rooms.ts'
import { urlOfDatabase } from './support/cluster.ts'
import { setFourEyes } from './support/guardedActs.ts'
import { expectInvariants } from './support/invariants.ts'
import { kycFormOf } from './support/kyc.ts'
import { type TestUser, testServer } from './support/server.ts'
import { transfersOn } from './support/transfers.ts'
import { utr } from './support/withdrawals.ts'

const server = await testServer()
const { db } = server.services
const [meera, ravi, leela] = [
  await server.makeUser({ role: 'admin', name: 'Meera' }),
  await server.makeUser({ role: 'admin', name: 'Ravi' }),
  await server.makeUser({ walletRupees: 50_000, name: 'Leela Das' }),
]
afterAll(() => server.close())

/** Found by name only: columns that refer to users, and columns that are named like such a column. */
async function columnsNamingUsers(): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as "table", a.attname as "column"
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
     where a.attnum > 0 and not a.attisdropped
       and (exists (select from pg_constraint f
                     where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'users'::regclass and a.attnum = any (f.conkey))
            or a.attname ~ '(^|_)(user|owner|holder|sender|receiver|referrer|referred|admin|person)(_id)?$'
            or a.attname ~ '(^|_)(email|phone|recipient)$'
            or a.attname in ('about') and c.relname = 'outbox')
     order by 1, 2`.execute(db)
  return rows
}

test('every table that names a user declares what of it is exported and what is erased', async () => {
  const known = new Map(personalTables.map(({ table, columns }) => [table, columns]))
  const missing = (await columnsNamingUsers()).filter(({ table, column }) => !known.get(table)?.includes(column))
  expect(missing).toEqual([])
  expect(known.size).toBe(personalTables.length)
  const names = personalTables.flatMap(({ exported }) => ('as' in exported ? [exported.as] : []))
  expect(new Set(names).size).toBe(names.length)
  for (const { exported } of personalTables)
    if ('rows' in exported)
      expect((await exported.rows(meera.id, server.clock.now()).execute(db)).rows).toBeInstanceOf(Array)
})

const NAME = 'Zoya Quibbletonkar'
const OLD_EMAIL = 'zoya.first@quibbletonkar.test'
const EMAIL = 'zoya@quibbletonkar.test'
const PHONE = '+919811122233'
const ACCOUNT = '99887766554433'
/** Strings that occur in whatever was written by or about the person, in upper or lower case. */
const MARKS = ['quibbletonkar', 'zoya', '9811122233', ACCOUNT]
const about = (what: string) => `${what}: Quibbletonkar`

async function call(method: string, path: string, as: TestUser, body?: unknown, key?: string) {
  const reply = await server.call(method, path, { as, body, ...(key ? { key } : {}) })
  if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** Every row of every table except the named ones, and every mail on the disk, that still identifies the person. */
async function traces(except: readonly string[] = []): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all (${except})`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select t::text as text from ${sql.ref(name)} t
       where exists (select from unnest(${MARKS}::text[]) as mark where strpos(lower(t::text), mark) > 0)`.execute(db)
    found.push(...rows.map(({ text }) => `${name}: ${text}`))
  }
  const folder = outboxFolder(server.services.config)
  for (const name of await readdir(folder)) {
    const text = (await readFile(`${folder}/${name}`, 'utf8')).toLowerCase()
    if (MARKS.some((mark) => text.includes(mark))) found.push(`outbox/${name}`)
  }
  return found
}

test('closing an account leaves nothing of the person but the locked identity records', async () => {
  const { initiate, verify, codeFor } = transfersOn(server)
  const method = { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank', qr_code_url: '' } }
  const { id: upi } = await call('POST', '/deposit-methods', meera, method)

  // somebody registers, forgets the password, verifies the address
  const identity = { name: NAME, email: OLD_EMAIL, phone: PHONE }
  const registered = await server.call('POST', '/register', {
    body: { ...identity, password: 'a-long-passphrase' },
    device: 'zoyas-own-browser-1',
  })
  let zoya: TestUser = { ...identity, id: registered.body.user.id, token: registered.body.token }
  await call('POST', '/verify-email', zoya, { code: await codeFor(zoya) })
  await server.call('POST', '/login', { body: { login: OLD_EMAIL, password: 'a wrong passphrase' } })
  await server.call('POST', '/forgot-password', { body: { email: OLD_EMAIL } })
  await server.travelTo(server.clock.now())

  // admins write about them
  const form = (await server.call('GET', `/users?search=quibble`, { as: meera })).body.data[0]
  const { referral_code } = form
  const edit = { name: NAME, phone: PHONE, referral_code, is_active: true }
  const editPath = `/admin/users/${zoya.id}/edit`
  const changed = { ...edit, email: EMAIL, balance: 90_000, reason: about('Changed') }
  await call('PUT', editPath, meera, changed, 'an-edit')
  await call('POST', `/notes/user/${zoya.id}`, meera, { text: about('Called') })
  await call('PUT', `/notes/user/${zoya.id}/flags`, meera, { kind: 'watch', is_set: true })
  await call('PUT', `/notes/user/${zoya.id}/assignment`, meera, { admin: ravi.id })
  await call('POST', '/send-notification', meera, {
    user_id: zoya.id,
    title: about('Hello'),
    message: about('Good day'),
    type: 'info',
  })
  await call('POST', `/users/${zoya.id}/freeze`, meera, { reason: about('Asked by the police') })
  await call('POST', `/users/${zoya.id}/unfreeze`, meera)
  await call('GET', '/users/export?search=Quibbleton', meera)
  await server.travelTo(new Date(server.clock.now().getTime() + 73 * 3_600_000)) // past the pause after the change
  const [asMeera, asRavi, asLeela] = [
    await server.signedInAgain(meera),
    await server.signedInAgain(ravi),
    await server.signedInAgain(leela),
  ]
  zoya = { ...(await server.signedInAgain(zoya)), email: EMAIL }
  await call('POST', '/verify-email/resend', zoya)
  await call('POST', '/verify-email', zoya, { code: await codeFor(zoya) })

  // identity: rejected, submitted again, approved
  const decide = (body: object) => call('POST', `/kyc/${zoya.id}/verify`, asMeera, { id_index: 0, ...body })
  await call('PUT', '/profile', zoya, await kycFormOf(server, zoya))
  await decide({ status: 'rejected', rejection_reason: about('Blurred') })
  await call('PUT', '/profile', zoya, await kycFormOf(server, zoya))
  await decide({ status: 'approved' })

  // money in and out, with text at each step
  const deposit = async (decision: object) => {
    const body = { amount: 2000, transaction_id: utr(), payment_method: upi }
    const { id } = await call('POST', '/deposits', zoya, body)
    await call('PUT', `/deposits/${id}`, asMeera, decision)
    return id as number
  }
  await deposit({ status: 'rejected', admin_note: about('No such payment') })
  const credited = await deposit({ status: 'approved', approved_amount: 1900, admin_note: about('Less arrived') })
  await call('POST', `/deposits/${credited}/reverse`, asMeera, { reason: about('The bank took it back') })
  const bank = { bank_name: 'HDFC Bank', account_name: NAME, account_number: ACCOUNT, ifsc_code: 'HDFC0000001' }
  const withdraw = async (details: object, decision: object) => {
    const { id } = await call('POST', '/withdrawals', zoya, { amount: 1000, ...details }, `withdraw-${utr()}`)
    await call('PUT', `/withdrawals/${id}`, asMeera, decision)
    return id as number
  }
  const byBank = { type: 'bank', withdrawal_details: bank }
  await withdraw(
    { type: 'upi', withdrawal_details: { upi_id: 'zoya@okaxis' } },
    { status: 'approved', transaction_id: utr() },
  )
  await withdraw(byBank, { status: 'rejected', admin_note: about('Name differs') })
  const paid = await withdraw(byBank, { status: 'approved', transaction_id: utr() })
  await call('POST', `/withdrawals/${paid}/return`, asMeera, { reason: about('Account closed') })
  for (const [from, to, note] of [
    [zoya, asLeela, about('Thanks from')],
    [asLeela, zoya, `For Zoya Quibbletonkar, the rent`],
  ] as const) {
    const { body } = await initiate(from, { recipient: to.email, amount: 500, note })
    expect((await verify(from, body.transfer_id, await codeFor(from), `pay-${to.id}`)).status).toBe(200)
  }
  await initiate(asLeela, { recipient: EMAIL, amount: 700 }) // never completed

  // proposals: one declined with a reason, one that stays open
  await setFourEyes(server, 0)
  const { proposal: declined } = await call('PUT', editPath, asMeera, { ...edit, email: OLD_EMAIL, balance: 0 })
  await call('POST', `/admin/proposals/${declined.id}/decline`, asRavi, { reason: about('Ask again') })
  await setFourEyes(server, null)
  const { balance } = (await server.call('GET', `/profile`, { as: zoya })).body
  const wallet = await call('PUT', editPath, asMeera, {
    ...edit,
    email: EMAIL,
    balance: 0,
    reason: about('Paid in cash'),
  })
  expect(wallet.balance).toBe(0)
  expect(balance).toBeGreaterThan(0)
  await setFourEyes(server, 0)
  const { proposal: open } = await call('PUT', editPath, asMeera, {
    ...edit,
    name: `${NAME} II`,
    email: EMAIL,
    balance: 5,
  })
  // a message under their address that nobody confirms
  await call('POST', '/contact', zoya, { name: NAME, email: EMAIL, message: about('A question') })
  await server.travelTo(server.clock.now()) // sends every mail
  expect((await traces()).length).toBeGreaterThan(30)

  await call('DELETE', `/users/${zoya.id}`, asMeera)
  await server.travelTo(server.clock.now())
  expect(await traces(['kyc_records'])).toEqual([])

  // a proposal about the person can now only turn out to be stale
  const approved = await server.call('POST', `/admin/proposals/${open.id}/approve`, { as: asRavi })
  expect(approved).toMatchObject({ status: 409, body: { code: 'act_refused' } })
  await setFourEyes(server, null)
  const list = await call('GET', `/admin/proposals?status=stale`, asRavi)
  expect(list.data).toMatchObject([{ id: open.id, status: 'stale' }])
  // Leela can still read her history
  const history = await call('GET', '/transactions', asLeela)
  expect(history.transactions.map((row: { counterparty: string }) => row.counterparty)).toContain('Closed account')
  const entries = await call('GET', `/audit?subject=user&subject_id=${zoya.id}&per_page=50`, asMeera)
  expect(entries.data).toContainEqual(expect.objectContaining({ action: 'user edited', is_erased: true, reason: null }))
  expect(await traces(['kyc_records'])).toEqual([])
  await expectInvariants(server)
})

test('the log detects a row that was changed by hand before or after it was erased', async () => {
  const user = await server.makeUser({ name: 'Kavya Menon' })
  const admin = await server.signedInAgain(meera)
  for (const reason of ['She moved away', 'She wrote again'])
    await call('POST', `/users/${user.id}/toggle-status`, admin, { reason })
  const { rows } = await sql<{ id: number }>`
    select id from audit_log where subject = 'user' and subject_id = ${user.id} order by id`.execute(db)
  const [first = { id: 0 }, second = { id: 0 }] = rows
  const byHand = async (id: number) => {
    await sql`alter table audit_log disable trigger audit_log_append_only`.execute(db)
    await sql`update audit_log set after = jsonb_set(after, '{is_active}', 'null') where id = ${id}`.execute(db)
    await sql`alter table audit_log enable trigger audit_log_append_only`.execute(db)
  }
  const { invariants } = await import('../server/src/audit/invariants.ts')
  const findings = async () => (await Promise.all(invariants.map(({ find }) => find(db)))).flat()

  await expect(sql`update audit_log set reason = 'x' where id = ${first.id}`.execute(db)).rejects.toThrow('append-only')
  await call('DELETE', `/users/${user.id}`, admin)
  expect(await findings()).toEqual([])
  await byHand(second.id)
  expect(await findings()).toEqual([`audit row ${second.id} (user activated) is not as the act that erased it left it`])
  await sql`alter table audit_log disable trigger audit_log_append_only`.execute(db)
  await sql`update audit_log set after = jsonb_set(after, '{is_active}', 'true') where id = ${second.id}`.execute(db)
  await sql`alter table audit_log enable trigger audit_log_append_only`.execute(db)
  expect(await findings()).toEqual([])

  const other = await server.makeUser({ name: 'Dev Anand' })
  await call('POST', `/users/${other.id}/toggle-status`, admin, { reason: 'Left' })
  const { rows: theirs } = await sql<{ id: number }>`
    select id from audit_log where subject = 'user' and subject_id = ${other.id}`.execute(db)
  await byHand(theirs[0]?.id ?? 0)
  await call('DELETE', `/users/${other.id}`, admin)
  expect(await findings()).toEqual([
    `audit row ${theirs[0]?.id} (user deactivated) is not as the act that erased it left it`,
  ])
})

describe('a person’s data', () => {
  const mine = async (as: TestUser) => {
    const reply = await server.call('GET', '/profile/data', { as })
    expect(reply.status).toBe(200)
    expect(reply.headers['content-disposition']).toMatch(
      /attachment; filename="bittkosh-my-data-\d{4}-\d\d-\d\d\.json"/,
    )
    return reply.body
  }

  test('contains what every room stores of them, with their pictures, and nothing of others and no secret', async () => {
    const [asMeera, asLeela] = [await server.signedInAgain(meera), await server.signedInAgain(leela)]
    const user = await server.makeUser({ walletRupees: 5_000, name: 'Farah Khan' })
    await call('PUT', '/profile', user, await kycFormOf(server, user))
    const { initiate, verify, codeFor } = transfersOn(server)
    const { body } = await initiate(user, { recipient: asLeela.email, amount: 500, note: 'Rent' })
    await verify(user, body.transfer_id, await codeFor(user))
    await call('POST', `/notes/user/${user.id}`, asMeera, { text: 'Watch her payouts' })

    const data = await mine(user)
    expect(data.about).toMatchObject({ platform: 'BittKosh', user_id: user.id })
    expect(data.account).toMatchObject([{ name: 'Farah Khan', email: user.email, phone: user.phone }])
    expect(data.identity_documents).toMatchObject([{ type: 'pan', status: 'pending', pictures: [expect.any(String)] }])
    const [picture] = data.identity_documents[0].pictures
    expect(Buffer.from(picture.split(',')[1], 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff') // a JPEG
    expect(data.transfers).toMatchObject([
      { direction: 'sent', receiver: 'Leela D•••', amount: '500.00', note: 'Rent' },
    ])
    expect(data.balances).toContainEqual({ kind: 'wallet', balance: '4485.00' })
    expect(data.ledger).toHaveLength(2)
    const text = JSON.stringify(data)
    for (const foreign of [leela.name, leela.email, leela.phone, 'Watch her']) expect(text).not.toContain(foreign)
    expect(text).not.toMatch(/"\w*(hash|token|sealed|otp|payee|secret)\w*":/)
    const received = await mine(asLeela)
    expect(received.transfers).toContainEqual(
      expect.objectContaining({ direction: 'received', receiver: null, amount: '500.00' }),
    )
    expect(received.notifications).toContainEqual(
      expect.objectContaining({ kind: 'transfer_received', values: { amount: expect.anything(), note: 'Rent' } }),
    )
    expect(JSON.stringify(received)).not.toContain(user.name)
  })

  test('contains the messages to a contact only from its proof on: before, it may have been somebody else’s', async () => {
    const asMeera = await server.signedInAgain(meera)
    const former = await server.makeUser({ walletRupees: 5_000, name: 'Farah Khan' })
    const { initiate } = transfersOn(server)
    await initiate(former, { recipient: leela.email, amount: 500 })
    const [{ referral_code }] = (await call('GET', `/users?search=${former.email}`, asMeera)).data
    await call('PUT', `/admin/users/${former.id}/edit`, asMeera, {
      name: former.name,
      email: 'farah.new@example.test',
      phone: former.phone,
      balance: 5_000,
      is_active: true,
      referral_code,
    })
    const password = 'a-long-passphrase'
    const { email } = former
    const form = { name: 'Dev Anand', email, phone: '+919811122299', password }
    const { user, token } = (await server.call('POST', '/register', { body: form })).body
    const dev: TestUser = { ...user, token }
    expect((await mine(dev)).messages_sent).toBeUndefined()
    await call('POST', '/verify-email', dev, { code: await transfersOn(server).codeFor(dev) })
    const change = {
      current_password: password,
      new_password: `${password}2`,
      new_password_confirmation: `${password}2`,
    }
    await call('PUT', '/profile', dev, change)
    expect((await mine(dev)).messages_sent).toMatchObject([
      { channel: 'mail', recipient: email, subject: 'Your BittKosh password was changed' },
    ])

    const provenAt = new Date(server.clock.now().getTime() + 60_000)
    await transaction(db, async (tx) => {
      for (const seconds of [-1, 0]) {
        const at = new Date(provenAt.getTime() + seconds * 1000)
        await queueText(tx, at, { to: dev.phone, body: 'A code', uselessAfter: at })
      }
    })
    expect((await mine(dev)).messages_sent).toHaveLength(1)
    await sql`update users set phone_verified_at = ${provenAt} where id = ${dev.id}`.execute(db)
    expect((await mine(dev)).messages_sent.slice(1)).toMatchObject([
      { channel: 'sms', recipient: dev.phone, created_at: provenAt.toISOString() },
    ])
  })

  test('of an admin contains no message to an address from before it was entered', async () => {
    const admin = await server.makeUser({ role: 'admin' })
    const email = 'team.desk@example.test'
    const queue = (subject: string) =>
      transaction(db, (tx) => queueMail(tx, server.clock.now(), { to: email, subject, body: 'Text' }))
    await queue('To somebody else')
    const asMeera = await server.signedInAgain(meera)
    const { rows } = await sql<{
      referral_code: string
    }>`select referral_code from users where id = ${admin.id}`.execute(db)
    const { name, phone } = admin
    const body = { name, email, phone, balance: 0, is_active: true, referral_code: rows[0]?.referral_code }
    await call('PUT', `/admin/users/${admin.id}/edit`, asMeera, body)
    await queue('To the admin')
    const subjects = (await mine(await server.signedInAgain(admin))).messages_sent.map(
      (message: { subject: string }) => message.subject,
    )
    expect(subjects).toContain('To the admin')
    expect(subjects).not.toContain('To somebody else')
  })

  test('is for an owner, logged, with what admins wrote; for a closed account it is what remains', async () => {
    const asMeera = await server.signedInAgain(meera)
    const user = await server.makeUser({ name: 'Farah Khan' })
    const asUser = await server.signedInAgain(user)
    await call('PUT', '/profile', user, await kycFormOf(server, user))
    await call('POST', `/kyc/${user.id}/verify`, asMeera, { id_index: 0, status: 'approved' })
    await call('POST', `/notes/user/${user.id}`, asMeera, { text: 'Called back' })
    const path = `/users/${user.id}/data`
    expect((await server.call('GET', path, { as: asUser })).status).toBe(403)
    const viewer = await server.makeUser({ role: 'admin', roles: ['finance', 'kyc', 'support', 'viewer'] })
    expect((await server.call('GET', path, { as: viewer })).status).toBe(403)
    expect((await server.call('GET', '/users/999999/data', { as: asMeera })).status).toBe(404)
    const before = await call('GET', path, asMeera)
    expect(before).toMatchObject({ notes: [{ text: 'Called back' }], identity_documents: [{ pictures: 1 }] })
    const { data } = await call('GET', `/audit?subject=user&subject_id=${user.id}`, asMeera)
    expect(data[0]).toMatchObject({ action: 'exported person', admin: { id: meera.id } })

    await call('DELETE', `/users/${user.id}`, asMeera)
    const after = await call('GET', path, asMeera)
    expect(after).toMatchObject({
      account: [{ name: 'Closed account', email: null, phone: null }],
      identity_documents: [{ lock_reason: 'account_closed', pictures: 0 }],
    })
    expect(after.notes).toBeUndefined()
    expect(JSON.stringify(after)).not.toContain(user.email)
  })

  test('is written to a new file by the command, which reports an unknown person', async () => {
    const user = await server.makeUser({ name: 'Farah Khan' })
    const { dataDir } = server.services.config
    const program = fileURLToPath(new URL('../server/src/export-user.ts', import.meta.url))
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const { url: cluster } = inject('cluster')
    const env = { ...process.env, DATABASE_URL: urlOfDatabase(cluster, rows[0]?.name ?? ''), DATA_DIR: dataDir }
    const run = (...words: string[]) => promisify(execFile)(process.execPath, [program, ...words], { env })
    const file = `${dataDir}/farah.json`
    expect((await run(String(user.id), file)).stdout).toContain(`Everything about person ${user.id}`)
    const document = JSON.parse(await readFile(file, 'utf8'))
    expect(document).toMatchObject({
      account: [{ name: 'Farah Khan' }],
      acts_of_admins: [{ action: 'exported person' }],
    })
    expect((await stat(file)).mode & 0o077).toBe(0)
    await expect(run(String(user.id), file)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already'),
    })
    await expect(run('999999')).rejects.toMatchObject({ code: 1, stderr: 'There is no person 999999.\n' })
    await expect(run('asha')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('by number') })
  })
})
