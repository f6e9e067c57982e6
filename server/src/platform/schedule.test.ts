import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testServer } from '../../../tests/support/server.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { transaction } from './database.ts'
import { type Job, wake } from './jobs.ts'
import { makeLog } from './log.ts'
import { oneAtATime, startJobs, statementsOf } from './schedule.ts'

const database = await testDatabase()

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400 && !condition(); turn++) await wait(25)
  expect(condition()).toBe(true)
}

test('a commit wakes its job in every process; a rollback wakes none; stopping ends it', async () => {
  const server = await testServer({ env: { DATABASE_URL: database.url } })
  const services = { ...server.services, db: database.db }
  const ran: string[] = []
  const job = (process: string): Job => ({
    name: 'greet',
    cron: '0 0 1 1 *',
    run: async () => void ran.push(process),
  })
  const running = await Promise.all(['one', 'two'].map((process) => startJobs(services, [job(process)], database.pool)))
  await transaction(services.db, async (tx) => {
    await wake(tx, 'greet')
    throw new Error('changed my mind')
  }).catch(() => {})
  await transaction(services.db, (tx) => wake(tx, 'nothing of ours'))
  await transaction(services.db, (tx) => wake(tx, 'greet'))
  await until(() => ran.length >= 2)
  expect(ran.sort()).toEqual(['one', 'two'])
  await Promise.all(running.map((jobs) => jobs.stop()))
  await transaction(services.db, (tx) => wake(tx, 'greet'))
  expect(ran).toHaveLength(2)
  await server.close()
})

test('a lost connection is opened again, and what was due meanwhile runs', async () => {
  const server = await testServer({ env: { DATABASE_URL: database.url } })
  const services = { ...server.services, db: database.db }
  let runs = 0
  const job: Job = { name: 'greet', cron: '0 0 1 1 *', run: async () => void runs++ }
  const running = await startJobs(services, [job], database.pool)
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  )
  expect(rows).toHaveLength(1)
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await until(() => runs === 1)
  await transaction(services.db, (tx) => wake(tx, 'greet'))
  await until(() => runs === 2)
  await running.stop()
  await server.close()
})

test('a database that is lost as a turn ends does not end the program; other statements say that they failed', async () => {
  const log = makeLog({ level: 'fatal' })
  const lost = { query: () => Promise.reject(new Error('connect ENOENT')) } as unknown as Parameters<
    typeof statementsOf
  >[0]
  const statement = statementsOf(lost, log)
  // the statements of the installed pg-boss, so that another version of it is noticed here
  const plans = createRequire(import.meta.url)('pg-boss/src/plans') as Record<string, (schema: string) => string>
  for (const ending of ['completeJobs', 'failJobsById'])
    expect(await statement(plans[ending]?.('pgboss') ?? '')).toEqual({ rows: [{ count: 0 }] })
  await expect(statement('select 1')).rejects.toThrow('ENOENT')
  await expect(statement(plans['failJobsByTimeout']?.('pgboss') ?? '')).rejects.toThrow('ENOENT')
})

test('asked during a run, work runs once more after it', async () => {
  let runs = 0
  let finish = () => {}
  const work = oneAtATime(() => {
    runs++
    return new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  const first = work()
  const [second, third] = [work(), work()]
  expect(runs).toBe(1)
  finish()
  await first
  await until(() => runs === 2)
  finish()
  await Promise.all([second, third])
  expect(runs).toBe(2)
})
