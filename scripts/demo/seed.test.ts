import { spawn } from 'node:child_process'
import { beforeEach, expect, test } from 'vitest'
import { forgetStatistics, tablesWithoutStatistics } from '../../tests/support/statistics.ts'
import { seedSamples } from '../../tests/support/samples.ts'
import { type TestServer, testServer } from '../../tests/support/server.ts'
import { everyInvariant } from '../../server/src/checks.ts'
import type { Config } from '../../server/src/config.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { fileStore } from '../../server/src/platform/files/files.ts'
import { pictureId } from './pictures.ts'
import { DEMO_PASSWORD, seedDemo } from './seed.ts'

const now = new Date('2026-06-15T09:00:00Z')
const quiet = new Date('2026-10-01T06:05:00Z') // when few deposits of the lives are pending
let server: TestServer
let db: TestServer['services']['db']
let config: Config

beforeEach(async () => {
  server = await testServer()
  ;({ db, config } = server.services)
  await server.makeUser({ role: 'admin' })
  await seedSamples(db, now)
  return () => server.close()
})

test('fifty users get a history that breaks no invariant, whatever pictures a killed run has left, and a further run continues where the last one ended', async () => {
  const store = await fileStore(config)
  for (let person = 1; person <= 40; person++)
    for (const side of [0, 1]) await store.put(pictureId(person, side), Buffer.from('left'))
  expect(await seedDemo(db, { total: 30, now, config })).toBe(30)
  expect(await seedDemo(db, { total: 50, now, config })).toBe(20)
  await forgetStatistics(db)
  expect(await seedDemo(db, { total: 50, now, config })).toBe(0)
  expect(await tablesWithoutStatistics(db)).toEqual([])
  const { rows: tables } = await sql<{ isVacuumed: boolean }>`
    select relallvisible > 0 as "isVacuumed" from pg_class where relname in ('users', 'deposits', 'withdrawals')`.execute(
    db,
  )
  expect(tables).toEqual(Array.from({ length: 3 }, () => ({ isVacuumed: true })))
  expect(await amiss()).toEqual([])
  const { rows: states } = await sql<{ status: string }>`select distinct status from conversations`.execute(db)
  expect(states.length).toBeGreaterThan(1)
  const { rows } = await sql<{ email: string }>`
    select email from users where is_active and email like '%@example.test' and name <> 'Asha Rao' order by id limit 1`.execute(
    db,
  )
  const signedIn = await server.call('POST', '/login', { body: { login: rows[0]?.email, password: DEMO_PASSWORD } })
  expect(signedIn.status).toBe(200)
  const wallet = await server.call('GET', '/transactions', { as: signedIn.body })
  expect(wallet.status).toBe(200)
})

test('killed in the middle of a batch, it leaves only whole batches, and the same command continues after them', async () => {
  await seedDemo(db, { total: 50, now, config })
  // The first line reports one of two batches; by then the other is being written.
  expect(await seedAlone(550, { killedAt: 'users' })).toBe('SIGKILL')
  expect((await demoUsers()) % 250).toBe(50)
  expect(await seedAlone(550)).toBeNull()
  expect(await demoUsers()).toBe(550)
  expect(await amiss()).toEqual([])
})

test('two concurrent runs add the missing users once, and a claim leaves the same rows as the room’s own code', async () => {
  await seedDemo(db, { total: 40, now, config })
  const runs = [1, 2].map(() => seedDemo(db, { total: 60, now, config }))
  expect((await Promise.all(runs)).sort()).toEqual([0, 20])
  const { rows } = await sql<{ claims: number; told: number }>`
    select (select count(*) from investments where claimed_at is not null)::integer as claims,
           (select count(*) from notifications where kind = 'plan_claimed')::integer as told`.execute(db)
  expect(rows[0]?.claims).toBeGreaterThan(0)
  expect(rows[0]?.told).toBe(rows[0]?.claims)
})

test('a hundred users leave the team some of everything to look at, which breaks no invariant', async () => {
  await seedDemo(db, { total: 100, now, config })
  expect(Object.entries(await counted()).filter(([, n]) => n === 0)).toEqual([])
  expect(await amiss()).toEqual([])
})

test('if few requests are pending there are still lines to approve as a set', async () => {
  await seedDemo(db, { total: 120, now: quiet, config })
  expect((await counted())['lines of statements to approve as a set']).toBeGreaterThan(0)
  expect(await amiss()).toEqual([])
})

test('killed while the team works, the same command continues, and a further one adds nothing', async () => {
  expect(await seedAlone(100, { killedAt: 'proposals' })).toBe('SIGKILL')
  expect((await counted())['day closed']).toBe(0)
  expect(await seedAlone(100)).toBeNull()
  const whole = await counted()
  expect(Object.entries(whole).filter(([, n]) => n === 0)).toEqual([])
  expect(await seedAlone(100)).toBeNull()
  expect(await counted()).toEqual(whole)
  expect(await amiss()).toEqual([])
})

/** The command as a process of its own; `killedAt`: at the first line that contains this word. Returns the signal that ended it. */
function seedAlone(users: number, { killedAt }: { killedAt?: string } = {}): Promise<string | null> {
  const env = { ...process.env, DATABASE_URL: config.databaseUrl ?? '', DATA_DIR: config.dataDir }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/seed-demo.ts', '--users', String(users)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.on('data', (text) => killedAt && String(text).includes(killedAt) && child.kill('SIGKILL'))
    child.on('exit', (_code, signal) => resolve(signal))
  })
}

const kinds = {
  'proposal open': `proposals where status = 'open' and action = 'deposit approved'`,
  'proposal that moves no money': `proposals where status = 'open' and action = 'package created'`,
  'proposal approved': `proposals where status = 'approved'`,
  'proposal declined': `proposals where status = 'declined'`,
  'proposal withdrawn': `proposals where status = 'withdrawn'`,
  'proposal that can no longer be done': `proposals where status = 'stale'`,
  'withdrawal claimed': `withdrawals w where status = 'pending' and claimed_by is not null
                            and not exists (select from batched_payouts b where b.withdrawal_id = w.id)`,
  'deposit assigned': `assignments where subject = 'deposit'`,
  'identity record assigned': `assignments where subject = 'kyc'`,
  'payout returned': `withdrawals where status = 'returned'`,
  'deposit reversed': `deposits where status = 'reversed'`,
  'identity revoked': `kyc_records where revoked_at is not null`,
  'batch open': `payout_batches p where not exists (
                    select from batched_payouts b where b.batch_id = p.id and b.outcome <> 'waiting')
                    and exists (select from batched_payouts b join withdrawals w on w.id = b.withdrawal_id
                                 where b.batch_id = p.id and w.status = 'pending')`,
  'batch paid': `payout_batches p where not exists (
                    select from batched_payouts b join withdrawals w on w.id = b.withdrawal_id
                     where b.batch_id = p.id and w.status <> 'approved')`,
  'payout rejected by the bank': `batched_payouts b join withdrawals w on w.id = b.withdrawal_id where w.status = 'rejected'`,
  'payout to try again': `batched_payouts where outcome = 'refused'`,
  'payout that the bank has yet to settle': `batched_payouts where outcome = 'unknown'`,
  'lines of statements to approve as a set': `(select from statement_lines where state = 'suggested' and amount > 0
                                               and deposit_id is not null group by account_id having count(*) > 1) as sets`,
  'line of nobody': `statement_lines where state = 'unmatched' and amount > 0`,
  'conversation with a picture': `conversation_messages where pictures <> '{}'`,
  'conversation assigned': `conversations where status = 'open' and assigned_to is not null`,
  'answer unread': `notifications where kind = 'support_answered' and read_at is null`,
  'answer read': `notifications where kind = 'support_answered' and read_at is not null`,
  'conversation closed': `conversations where status = 'closed' and assigned_to is not null`,
  'day closed': `day_closings where second_by is not null and first_by <> second_by`,
  'day signed': `day_closings where second_by is null`,
}

async function counted(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [kind, from] of Object.entries(kinds)) {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.raw(from)}`.execute(db)
    found[kind] = rows[0]?.n ?? 0
  }
  return found
}

/** The findings of `npm run verify`. */
async function amiss(): Promise<string[]> {
  const found = []
  for (const invariant of everyInvariant({ config, now: () => new Date() })) found.push(...(await invariant.find(db)))
  return found
}

/** How many there are, once a killed run has no open transaction left. */
async function demoUsers(): Promise<number> {
  await sql`select pg_advisory_lock(7302090), pg_advisory_unlock(7302090)`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from users where referral_code like 'DEMO%'`.execute(db)
  return rows[0]?.n ?? 0
}
