/** What is stored of an ID number, who sees it, and when it is erased. */
import { afterAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { kycFormOf, kycOn, submit } from '../../../tests/support/kyc.ts'
import { type TestUser, testServer } from '../../../tests/support/server.ts'
import { keyRing } from '../platform/files/keys.ts'
import { sql } from '../platform/database/sql.ts'
import { resealKyc } from './actions.ts'

const server = await testServer()
const admin = await server.makeUser({ role: 'admin', name: 'Meera' })
const { submitted, rowsOf, auditOf } = kycOn(server, admin)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

describe('revealing the number', () => {
  const reveal = (user: TestUser, body: object, as = admin) =>
    server.call('POST', `/kyc/${user.id}/reveal`, { as, body: { id_index: 0, reason: 'Name looks altered', ...body } })

  test('shows a PAN in full and logs who, whose and why, never the number', async () => {
    const { user, form } = await submitted()
    const [row] = await rowsOf(user)
    expect(await reveal(user, {})).toMatchObject({ status: 200, body: { id_number: form.govt_id_number } })
    const log = await auditOf('kyc number revealed', row?.id ?? 0)
    expect(log).toMatchObject([{ admin_id: admin.id, reason: 'Name looks altered', after: { user: user.id } }])
    expect(JSON.stringify(log)).not.toContain(form.govt_id_number)
  })

  test('shows the masked number of an Aadhar, since nothing more is stored', async () => {
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

test('after a rotation a PAN is still readable and a known number is still found', async () => {
  const { user, form } = await submitted()
  const { db, config } = server.services
  const changed = { appSecret: 'another secret of enough length 1', oldAppSecrets: [config.appSecret] }
  expect(await resealKyc(db, keyRing(changed))).toBeGreaterThan(0)
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

test('no full Aadhaar number is anywhere in the database', async () => {
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
