import { type ChildProcess, spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { forgetStatistics, tablesWithoutStatistics } from '../../tests/support/statistics.ts'
import { testServer } from '../../tests/support/server.ts'
import { invariants, samples } from '../../server/src/rooms.ts'
import { transaction } from '../../server/src/platform/database.ts'
import { sql } from '../../server/src/platform/sql.ts'
import { storedPicturesAmiss } from '../../server/src/uploads/verify.ts'
import { DEMO_PASSWORD, seedDemo } from './seed.ts'

const server = await testServer()
const { db, config } = server.services
const now = new Date('2026-06-15T09:00:00Z')
await server.makeUser({ role: 'admin' })
await transaction(db, async (tx) => {
  for (const seed of samples) await seed(tx, now)
})

test('fifty users come with a history that breaks no invariant, and a further run goes on where the last one ended', async () => {
  expect(await seedDemo(db, { total: 30, now, config })).toBe(30)
  expect(await seedDemo(db, { total: 50, now, config })).toBe(20)
  await forgetStatistics(db)
  expect(await seedDemo(db, { total: 50, now, config })).toBe(0)
  expect(await tablesWithoutStatistics(db)).toEqual([])
  const found = []
  for (const invariant of invariants) found.push(...(await invariant.find(db)))
  expect([...found, ...(await storedPicturesAmiss(db, config))]).toEqual([])
  const { rows } = await sql<{ email: string }>`
    select email from users where is_active and email like '%@example.test' and name <> 'Asha Rao' order by id limit 1`.execute(
    db,
  )
  const signedIn = await server.call('POST', '/login', { body: { login: rows[0]?.email, password: DEMO_PASSWORD } })
  expect(signedIn.status).toBe(200)
  const wallet = await server.call('GET', '/transactions', { as: signedIn.body })
  expect(wallet.status).toBe(200)
})

test('killed in the middle of a batch, it leaves whole batches only, and the same command goes on behind them', async () => {
  const env = { ...process.env, DATABASE_URL: config.databaseUrl ?? '', DATA_DIR: config.dataDir }
  const seed = (onLine: (child: ChildProcess) => void) =>
    new Promise<string | null>((resolve) => {
      const child = spawn(process.execPath, ['scripts/seed-demo.ts', '--users', '3050'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child.stdout.on('data', () => onLine(child))
      child.on('exit', (_code, signal) => resolve(signal))
    })
  // The first line tells of the first thousand; by then the others are being written.
  expect(await seed((child) => child.kill('SIGKILL'))).toBe('SIGKILL')
  expect((await demoUsers()) % 1000).toBe(50)
  expect(await seed(() => {})).toBeNull()
  expect(await demoUsers()).toBe(3050)
  for (const invariant of invariants) expect(await invariant.find(db)).toEqual([])
})

/** How many there are, once no transaction of a killed run is open any more. */
async function demoUsers(): Promise<number> {
  await sql`select pg_advisory_lock(7302090), pg_advisory_unlock(7302090)`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from users where referral_code like 'DEMO%'`.execute(db)
  return rows[0]?.n ?? 0
}
