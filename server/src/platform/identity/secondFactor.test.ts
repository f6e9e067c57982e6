/** Which codes are accepted, once, and from whom; over HTTP this is tested in server/src/auth/secondFactor.test.ts. */
import { base32nopad } from '@scure/base'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer, type TestUser } from '../../../../tests/support/server.ts'
import { transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { activateFactor, beginFactor, eraseFactor, factorOf, hasFactor, takeCode } from './secondFactor.ts'
import { codeOf, stepOf } from './totp.ts'

const AT = new Date('2026-12-01T06:30:00Z')
const SESSION = 7
let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  admin = await server.makeUser({ role: 'admin' })
})

const { db, config } = { db: () => server.services.db, config: () => server.services.config }
const begin = (user: TestUser) =>
  transaction(db(), (tx) => beginFactor(tx, config(), { user: user.id, at: AT })).then((text) =>
    base32nopad.decode(text),
  )
const activate = (code: string, user = admin) =>
  transaction(db(), (tx) => activateFactor(tx, config(), { user: user.id, code, session: SESSION, at: AT }))
const at = (seconds: number) => new Date(AT.getTime() + seconds * 1000)
const codeAt = (secret: Uint8Array, when: Date) => codeOf(secret, stepOf(when))

/** A second factor that has been active since `AT`. */
async function withFactor(user = admin) {
  const secret = await begin(user)
  return { secret, recovery: await activate(codeAt(secret, AT), user) }
}

type Attempt = { code: string; when: Date; session: number | null; user?: TestUser }
/** 'taken', or the code of the refusal and its field. */
const take = ({ code, when, session, user = admin }: Attempt) =>
  takeCode(db(), config(), { user: user.id, code, session, counters: [], at: when }).then(
    () => 'taken',
    (error: { refused?: { code: string; field?: string } }) => `${error.refused?.code} at ${error.refused?.field}`,
  )
const WRONG = 'second_factor_wrong at code'

test('spaces around a code are ignored, both at setup and later', async () => {
  const secret = await begin(admin)
  expect(await activate(` ${codeAt(secret, AT)} `)).toHaveLength(10)
  expect(await take({ code: ` ${codeAt(secret, at(60))}\t`, when: at(60), session: null })).toBe('taken')
})

test('a wrong code is refused at its field, and so is any code if there is no active second factor', async () => {
  const attempt = { code: '000000', when: AT, session: SESSION }
  expect(await take(attempt)).toBe(WRONG)
  const secret = await begin(admin)
  expect(await take({ ...attempt, code: codeAt(secret, AT) })).toBe(WRONG)
  await expect(activate('12345')).rejects.toMatchObject({ refused: { code: 'second_factor_wrong', field: 'code' } })
})

test('the session that used a code may use it again, but no session may use an older one', async () => {
  const { secret } = await withFactor()
  const [newer, older] = [codeAt(secret, at(90)), codeAt(secret, at(60))]
  expect(await take({ code: newer, when: at(90), session: SESSION })).toBe('taken')
  expect(await take({ code: newer, when: at(90), session: SESSION })).toBe('taken')
  expect(await take({ code: older, when: at(90), session: SESSION })).toBe(WRONG)
  expect(await take({ code: newer, when: at(90), session: SESSION + 1 })).toBe(WRONG)
  expect(await take({ code: newer, when: at(90), session: null })).toBe(WRONG)
})

test('two sign-ins, which have no session yet, do not share a code', async () => {
  const { secret } = await withFactor()
  const signIn = { code: codeAt(secret, at(60)), when: at(60), session: null }
  expect(await take(signIn)).toBe('taken')
  expect(await take(signIn)).toBe(WRONG)
})

test('recovery codes are ten, in groups of four, and are accepted in any spelling', async () => {
  const { recovery } = await withFactor()
  expect(new Set(recovery).size).toBe(10)
  for (const code of recovery) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4})+$/)
  const [one = '', other = ''] = recovery
  expect(await take({ code: one.toLowerCase().replaceAll('-', ''), when: AT, session: null })).toBe('taken')
  expect(await take({ code: one, when: AT, session: null })).toBe(WRONG)
  expect(await take({ code: ` ${other.replaceAll('-', ' - ')} `, when: AT, session: null })).toBe('taken')
})

test('is described by when it was activated and how many recovery codes are left', async () => {
  expect(await factorOf(db(), admin.id)).toEqual({ activeSince: null, codesLeft: 0 })
  await begin(admin)
  expect(await factorOf(db(), admin.id)).toEqual({ activeSince: null, codesLeft: 0 })
  const { recovery } = await withFactor()
  expect(await factorOf(db(), admin.id)).toEqual({ activeSince: AT, codesLeft: 10 })
  await take({ code: recovery[0] ?? '', when: AT, session: null })
  expect(await factorOf(db(), admin.id)).toEqual({ activeSince: AT, codesLeft: 9 })
})

test('a secret opens nothing for an account other than its own', async () => {
  const other = await server.makeUser({ role: 'admin' })
  await withFactor()
  const { secret } = await withFactor(other)
  await sql`
    update second_factors set sealed_secret = (select sealed_secret from second_factors where user_id = ${other.id})
     where user_id = ${admin.id}`.execute(db())
  expect(await take({ code: codeAt(secret, at(60)), when: at(60), session: null })).not.toBe('taken')
  expect(await take({ code: codeAt(secret, at(60)), when: at(60), session: null, user: other })).toBe('taken')
})

test.each(['begun', 'on'])('an erased second factor that was %s leaves nothing', async (state) => {
  await (state === 'on' ? withFactor() : begin(admin))
  await transaction(db(), (tx) => eraseFactor(tx, admin.id))
  const { rows } = await sql`
    select ${hasFactor} as "isOn", (select count(*)::integer from second_factors where user_id = u.id) as secrets,
           (select count(*)::integer from recovery_codes where user_id = u.id) as codes
      from users u where id = ${admin.id}`.execute(db())
  expect(rows).toEqual([{ isOn: false, secrets: 0, codes: 0 }])
})
