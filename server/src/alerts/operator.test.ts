/** Alerts about what the operator's commands and the check after a start recorded, and about many new accounts. */
import type { Alert } from '@bittkosh/contract/alerts'
import type { SettingKey } from '@bittkosh/contract/settings'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { kycFormOf, submit } from '../../../tests/support/kyc.ts'
import { type TestServer, type TestUser, testServer } from '../../../tests/support/server.ts'
import { transfersOn } from '../../../tests/support/transfers.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { sql } from '../platform/database/sql.ts'
import { beginCheck, recordTriedBackup } from './actions.ts'
import { jobs } from './jobs.ts'

const HOUR_MS = 3_600_000
let server: TestServer
let owner: TestUser
let place: string

beforeEach(async () => {
  server = await testServer()
  owner = await server.makeUser({ role: 'admin' })
  place = mkdtempSync(join(tmpdir(), 'bittkosh-alerts-'))
})
afterEach(async () => {
  await server.close()
  rmSync(place, { recursive: true, force: true })
})

const look = async () => {
  for (const job of jobs) await job.run(server.services, server.clock.now())
}
const later = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS)

async function change(values: Partial<Record<SettingKey, string>>): Promise<void> {
  const changes = Object.entries(values).map(([key, value]) => ({ key, value }))
  const previous: Record<string, string | number> = {}
  for (const { key } of changes)
    previous[key] = (await server.call('GET', `/settings/${key}`, { as: owner })).body.value
  expect((await server.call('PUT', '/settings', { as: owner, body: { changes, previous } })).status).toBe(200)
}

async function list(kind: Alert['kind'], as = owner): Promise<Alert[]> {
  return (await server.call('GET', `/admin/alerts?kind=${kind}`, { as })).body.data
}

/** Runs an operator's command as a separate process on the same database. */
function run(command: string, ...args: string[]): number | null {
  const { databaseUrl, dataDir, appSecret } = server.services.config
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '..', command), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, APP_SECRET: appSecret },
  })
  return status
}

test('findings of npm run verify raise one alert, until it finds nothing', async () => {
  const { db } = server.services
  await sql`insert into list_counts (list, part, slot, n) values ('of nothing', 'all', 0, 1)`.execute(db)
  expect(run('verify.ts')).toBe(1)
  await Promise.all([look(), look()])
  await look()
  const viewer = await server.makeUser({ role: 'admin', roles: ['viewer'] })
  const kyc = await server.makeUser({ role: 'admin', roles: ['kyc'] })
  expect(await list('invariant_broken', viewer)).toMatchObject([{ ended_at: null, subject_id: null, by: null }])
  expect(await list('invariant_broken', kyc)).toEqual([])
  const { rows } = await sql<{ broken: string[]; findings: number }>`select * from invariant_checks`.execute(db)
  expect(rows).toMatchObject([{ broken: [expect.any(String)], is_whole: true }])

  await sql`delete from list_counts where list = 'of nothing'`.execute(db)
  expect(run('verify.ts')).toBe(0)
  await look()
  await look()
  expect(await list('invariant_broken')).toMatchObject([{ ended_at: expect.any(String) }])
})

test('only a complete check that began after a finding ends its alert', async () => {
  const { db, clock } = server.services
  const clean = { broken: [], findings: 0 }
  const ended = async () => {
    await look()
    return (await list('invariant_broken')).map(({ ended_at }) => ended_at !== null)
  }
  const [early, finding] = [await beginCheck(db), await beginCheck(db)]
  expect(await ended()).toEqual([])
  await finding(clock.now(), { broken: ['sums'], findings: 2, isWhole: false })
  await early(clock.now(), { ...clean, isWhole: true })
  expect(await ended()).toEqual([false])
  await (
    await beginCheck(db)
  )(clock.now(), { ...clean, isWhole: false })
  expect(await ended()).toEqual([false])
  server.clock.moveTo(later(100 * 24)) // an ongoing alert is not deleted with old ones
  owner = await server.signedInAgain(owner)
  expect(await ended()).toEqual([false])
  await (
    await beginCheck(db)
  )(clock.now(), { ...clean, isWhole: true })
  expect(await ended()).toEqual([true])
  const { rows } = await sql`select from invariant_checks`.execute(db)
  expect(rows).toHaveLength(1) // old checks are swept once they no longer matter
  await (
    await beginCheck(db)
  )(clock.now(), { broken: ['sums'], findings: 1, isWhole: true })
  expect(await ended()).toEqual([false, true])
})

test('a missing or old backup raises an alert until a backup is tried', async () => {
  await look()
  expect(await list('backup_old')).toEqual([])
  await change({ alert_backup: 'panel', alert_backup_hours: '2' })
  await look()
  await look()
  expect(await list('backup_old')).toMatchObject([{ ended_at: null }])
  const finance = await server.makeUser({ role: 'admin', roles: ['finance'] })
  expect(await list('backup_old', finance)).toEqual([])

  const states = async () => {
    await look()
    owner = await server.signedInAgain(owner)
    return (await list('backup_old')).map(({ ended_at }) => ended_at !== null)
  }
  const { db } = server.services
  const made = server.clock.now()
  await recordTriedBackup(db, made)
  await recordTriedBackup(db, new Date(made.getTime() - HOUR_MS)) // a slower one that began earlier
  server.clock.moveTo(new Date(made.getTime() + 2 * HOUR_MS - 1))
  expect(await states()).toEqual([true])
  server.clock.moveTo(new Date(made.getTime() + 2 * HOUR_MS))
  expect(await states()).toEqual([false, true])
})

test('npm run backup is recorded if the backup was tried, and otherwise not', async () => {
  const moments = async () => (await sql`select made_at from tried_backup`.execute(server.services.db)).rows
  expect(run('backup.ts', join(place, 'untried'))).toBe(0)
  expect(await moments()).toEqual([])
  expect(run('backup.ts', '--verify', join(place, 'tried'))).toBe(0)
  expect(await moments()).toEqual([{ made_at: expect.any(Date) }])
})

test('many new accounts of one person raise one alert a day, without naming the accounts', async () => {
  const { investor, ask, cancel } = withdrawalsOn(server, owner)
  const [asha, ravi] = [await investor(20_000), await investor(20_000)]
  const to = async (user: TestUser, name: string) => {
    const body = { amount: 500, type: 'upi', withdrawal_details: { upi_id: `${name}@okhdfc` } }
    const answer = await ask(user, body)
    expect(answer.body).toMatchObject({ id: expect.any(Number) })
    return answer.body.id as number
  }
  const found = async () => {
    await look()
    return (await list('many_payees')).map(({ subject_id }) => subject_id)
  }
  await server.travelTo(new Date(Math.ceil(server.clock.now().getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS)) // 05:30 in India
  owner = await server.signedInAgain(owner)
  let [a, r] = [await server.signedInAgain(asha), await server.signedInAgain(ravi)]
  await to(a, 'one')
  await cancel(await to(a, 'two'), a)
  for (const _ of [1, 2, 3]) await to(r, 'same')
  await to(a, 'three')
  expect(await found()).toEqual([]) // off
  await change({ alert_many_payees: 'panel' })
  expect(await found()).toEqual([]) // it was off when the third was used
  await to(a, 'four')
  expect(await found()).toEqual([asha.id])
  await Promise.all([look(), look()])
  await to(a, 'extra')
  expect(await found()).toEqual([asha.id])
  const { rows } = await sql<{ text: string }>`select a::text as text from alerts a`.execute(server.services.db)
  expect(rows.map(({ text }) => text).join()).not.toContain('okhdfc')

  server.clock.moveTo(later(23)) // the next day in India
  ;[a, r, owner] = [await server.signedInAgain(a), await server.signedInAgain(r), await server.signedInAgain(owner)]
  await to(a, 'one')
  expect(await found()).toEqual([asha.id])
  await to(a, 'five')
  expect(await found()).toEqual([asha.id, asha.id])
  await to(r, 'other')
  server.clock.moveTo(later(2)) // more than 24 hours after the first one
  r = await server.signedInAgain(r)
  owner = await server.signedInAgain(owner)
  await to(r, 'another')
  expect(await found()).toEqual([asha.id, asha.id])
  await to(r, 'a third')
  expect(await found()).toEqual([ravi.id, asha.id, asha.id])
})

test('money from many new people raises one alert a day for the person who received it', async () => {
  const { initiate, verify, codeFor } = transfersOn(server)
  const asha = await server.makeUser()
  const found = async () => {
    await look()
    return (await list('many_senders')).map(({ subject_id }) => subject_id)
  }
  async function send(sender?: TestUser): Promise<TestUser> {
    const from = sender ?? (await server.makeUser({ walletRupees: 1_000 }))
    const { body } = await initiate(from, { recipient: asha.email, amount: 10 })
    expect((await verify(from, body.transfer_id, await codeFor(from))).status).toBe(200)
    return from
  }
  await change({ alert_many_senders: 'panel', alert_many_senders_from: '3' })
  const first = await send()
  await send(first) // a second time is nobody new
  await send()
  expect(await found()).toEqual([])
  await send()
  expect(await found()).toEqual([asha.id])
  await send()
  await look()
  expect(await found()).toEqual([asha.id])

  server.clock.moveTo(later(25))
  owner = await server.signedInAgain(owner)
  await send() // one of that day
  expect(await found()).toEqual([asha.id])
})

test('each of several rates that one act changes raises an alert', async () => {
  await change({ alert_rate_changed: 'panel' })
  await look()
  const other = await server.makeUser({ role: 'admin' })
  await change({ min_deposit_limit: '1500', header_line: 'Welcome', usdt_value: '91' })
  await look()
  await look()
  const settings = (await list('rate_changed', other)).map(({ setting }) => setting)
  expect(settings.toSorted()).toEqual(['min_deposit_limit', 'usdt_value'])
})

test('an account that should have been closed two days ago raises an alert, unless it is frozen', async () => {
  const { db } = server.services
  const user = await server.makeUser()
  const late = async (days: number) => {
    await sql`update users set closing_asked_at = ${later(-24 * days)} where id = ${user.id}`.execute(db)
    await look()
    return (await list('erasure_late')).some(({ ended_at }) => ended_at === null)
  }
  expect(await late(15)).toBe(false)
  expect(await late(17)).toBe(true)
  await sql`update users set frozen_at = ${server.clock.now()}, updated_at = ${later(-80)} where id = ${user.id}`.execute(
    db,
  )
  expect(await late(17)).toBe(false)
  await sql`update users set frozen_at = null, updated_at = ${server.clock.now()} where id = ${user.id}`.execute(db)
  expect(await late(17)).toBe(false) // the next night closes it
  await sql`update users set updated_at = ${later(-80)} where id = ${user.id}`.execute(db)
  expect(await late(17)).toBe(true)
})

test('an identity record that is still there two days after its end raises an alert', async () => {
  const user = await server.makeUser()
  await submit(server, user, await kycFormOf(server, user))
  const decided = { id_index: 0, status: 'rejected', rejection_reason: 'Blurred' }
  expect((await server.call('POST', `/kyc/${user.id}/verify`, { as: owner, body: decided })).status).toBe(200)
  expect((await server.call('DELETE', `/users/${user.id}`, { as: owner })).status).toBe(204)
  const { rows } = await sql<{ end: string }>`select locked_until as "end" from kyc_records`.execute(server.services.db)
  const isLate = async (days: number) => {
    server.clock.moveTo(new Date(startOfDay(addDays(rows[0]?.end ?? '', days)).getTime() + HOUR_MS))
    await look()
    owner = await server.signedInAgain(owner)
    return (await list('erasure_late')).some(({ ended_at }) => ended_at === null)
  }
  expect(await isLate(2)).toBe(false)
  expect(await isLate(3)).toBe(true)
})

test('a USDT rate that was not changed for longer than an owner wants raises an alert until it is', async () => {
  const openNow = async () => {
    await look()
    owner = await server.signedInAgain(owner)
    return (await list('usdt_rate_old')).filter(({ ended_at }) => ended_at === null).length
  }
  expect(await openNow()).toBe(0)
  await change({ alert_usdt_rate: 'panel', alert_usdt_rate_hours: '12' })
  expect(await openNow()).toBe(1) // the default
  await change({ usdt_value: '91.5' })
  expect(await openNow()).toBe(0)
  server.clock.moveTo(later(11))
  expect(await openNow()).toBe(0)
  server.clock.moveTo(later(1))
  expect(await openNow()).toBe(1)
})
