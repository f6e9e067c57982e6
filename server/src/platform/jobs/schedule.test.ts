import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { type TestServer, testServer } from '../../../../tests/support/server.ts'
import { transaction } from '../database/database.ts'
import { openPool } from '../database/open.ts'
import { type Job, wake } from './jobs.ts'
import { oneAtATime, startJobs } from './schedule.ts'

const database = await testDatabase()
const NEVER = '0 0 1 1 *'
let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { DATABASE_URL: database.url } })
})
afterAll(() => server.close())

const services = () => ({ ...server.services, db: database.db })

async function started(...[jobs, options]: [readonly Job[], Parameters<typeof startJobs>[2]]) {
  const running = await startJobs(services(), jobs, options)
  await running.caughtUp
  return running
}

/** Waits without a limit of its own; the test's limit ends it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(25)
}

test('a start runs what is due, a commit wakes its job in every process, a rollback wakes none; a stop ends the schedule', async () => {
  const ran: string[] = []
  const job = (process: string): Job => ({
    name: 'greet',
    cron: NEVER,
    shared: true,
    run: async () => void ran.push(process),
  })
  const running = await Promise.all(['one', 'two'].map((process) => started([job(process)], database)))
  expect(ran.splice(0).sort()).toEqual(['one', 'two'])
  await transaction(database.db, async (tx) => {
    await wake(tx, 'greet')
    throw new Error('changed my mind')
  }).catch(() => {})
  await transaction(database.db, (tx) => wake(tx, 'nothing of ours'))
  await transaction(database.db, (tx) => wake(tx, 'greet'))
  await until(() => ran.length >= 2)
  expect(ran.sort()).toEqual(['one', 'two'])
  await Promise.all(running.map((jobs) => jobs.stop()))
  await transaction(database.db, (tx) => wake(tx, 'greet'))
  expect(ran).toHaveLength(2)
})

test('a stop during the catch-up waits for the current run; jobs that have not begun wait for the next start', async () => {
  const ran: string[] = []
  let finish = () => {}
  let begun = () => {}
  const began = new Promise<void>((resolve) => (begun = resolve))
  const long: Job = {
    name: 'long',
    cron: NEVER,
    run() {
      begun()
      return new Promise((resolve) => (finish = resolve))
    },
  }
  const other: Job = { name: 'other', cron: NEVER, run: async () => void ran.push('other') }
  const running = await startJobs(services(), [long, other], database)
  await began
  const stopping = running.stop().then(() => ran.push('stopped'))
  expect(ran).toEqual([])
  finish()
  await stopping
  await running.caughtUp
  expect(ran).toEqual(['stopped'])
})

test('a job with several runs at once begins new work while one of them hangs, and no start waits for it', async () => {
  const ran: string[] = []
  const ends: (() => void)[] = []
  const hanging: Job = {
    name: 'hanging',
    cron: NEVER,
    shared: true,
    atOnce: 2,
    run: () => new Promise((resolve) => ends.push(resolve)),
  }
  const other: Job = { name: 'other', cron: NEVER, run: async () => void ran.push('other') }
  const running = await started([hanging, other], database)
  expect(ran).toEqual(['other'])
  expect(ends).toHaveLength(2)
  ends[0]?.()
  await transaction(database.db, (tx) => wake(tx, 'hanging'))
  await until(() => ends.length === 3)
  const stopping = running.stop()
  for (const end of ends) end()
  await stopping
  expect(ends).toHaveLength(3)
})

test('of runs at once that fail together, one retry follows', async () => {
  let runs = 0
  const failing: Job = {
    name: 'failing',
    cron: NEVER,
    shared: true,
    atOnce: 2,
    async run() {
      if (runs++ < 2) throw new Error('not today')
    },
  }
  const running = await started([failing], { ...database, failedAgainMs: 5 })
  await until(() => runs === 4)
  await running.stop()
  expect(runs).toBe(4)
})

test('a job runs when its cron is due', async () => {
  let runs = 0
  const job: Job = { name: 'greet', cron: '* * * * * *', run: async () => void runs++ }
  const running = await started([job], database)
  await until(() => runs >= 2) // the first is the start
  await running.stop()
})

test('one process at a time runs a job, and each process gets its turn', async () => {
  let now = 0
  let most = 0
  const ran = new Set<string>()
  const job = (process: string): Job => ({
    name: 'greet',
    cron: NEVER,
    async run({ db }) {
      most = Math.max(most, ++now)
      await transaction(db, async () => {})
      now--
      ran.add(process)
    },
  })
  const running = await Promise.all(
    ['one', 'two', 'three'].map((process) => started([job(process)], { ...database, lockedAgainMs: 5 })),
  )
  await until(() => ran.size === 3)
  expect(most).toBe(1)
  await Promise.all(running.map((jobs) => jobs.stop()))
})

test('the work of a process that is killed is taken over as soon as its connection is gone', async () => {
  const { databaseUrl, dataDir } = server.services.config
  const holder = spawn(process.execPath, ['tests/faults/jobs.ts', 'endless'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(holder.stdout, 'data') // it is running and holds the lock
  let runs = 0
  const job: Job = { name: 'endless', cron: NEVER, run: async () => void runs++ }
  const running = await started([job], { ...database, lockedAgainMs: 5 })
  await transaction(database.db, (tx) => wake(tx, 'endless'))
  const { rows } = await database.pool.query(`select from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`)
  expect(rows).toHaveLength(1)
  expect(runs).toBe(0)
  holder.kill('SIGKILL')
  await until(() => runs > 0)
  await running.stop()
})

test('a failed job is retried, and the others continue', async () => {
  const ran: string[] = []
  let failures = 1
  const failing: Job = {
    name: 'failing',
    cron: NEVER,
    async run() {
      if (failures-- > 0) throw new Error('not today')
      ran.push('failing')
    },
  }
  const other: Job = { name: 'other', cron: NEVER, run: async () => void ran.push('other') }
  const running = await started([failing, other], { ...database, failedAgainMs: 5 })
  await until(() => ran.length === 2)
  expect(ran).toEqual(['other', 'failing'])
  await running.stop()
})

test('while the date is in doubt, jobs that depend on it wait, and they run once it is trusted again', async () => {
  const ran: string[] = []
  const job = (name: string, more: Partial<Job>): Job => ({
    name,
    cron: NEVER,
    run: async () => void ran.push(name),
    ...more,
  })
  server.clock.jump(8 * 86_400_000)
  const running = await started([job('pays', { byDate: true }), job('other', {})], { ...database, lockedAgainMs: 5 })
  await transaction(database.db, (tx) => wake(tx, 'pays'))
  await transaction(database.db, (tx) => wake(tx, 'other'))
  await until(() => ran.length >= 2)
  expect(ran).toEqual(['other', 'other'])
  server.clock.jump(-8 * 86_400_000)
  await until(() => ran.includes('pays'))
  await running.stop()
})

test('a lost connection is reopened, and what was due meanwhile runs', async () => {
  let runs = 0
  const job: Job = { name: 'greet', cron: NEVER, run: async () => void runs++ }
  const running = await started([job], database)
  const { rows } = await database.pool.query<{ pid: number }>(
    `select l.pid from pg_stat_activity l where datname = current_database() and pid <> pg_backend_pid()
        and (query like 'listen %' or query like 'select pg_advisory_unlock%')`,
  )
  expect(rows).toHaveLength(1)
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await until(() => runs === 2)
  await transaction(database.db, (tx) => wake(tx, 'greet'))
  await until(() => runs === 3)
  await running.stop()
})

test('while the connection cannot be reopened, nothing runs', async () => {
  const pool = openPool(database.url)
  const sessions = () =>
    database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    )
  const connected: number[] = []
  const job: Job = {
    name: 'greet',
    cron: NEVER,
    shared: true,
    run: async () => void connected.push((await sessions()).rows.length),
  }
  const running = await started([job], { pool })
  pool.options.connectionString = 'postgresql://127.0.0.1:1/nowhere' // for one attempt, then the pool tries its own again
  await database.pool.query('select pg_terminate_backend($1)', [(await sessions()).rows[0]?.pid])
  await until(() => connected.length > 1)
  expect(connected).toEqual([1, 1])
  await running.stop()
  await pool.end()
})

test('while the database or the store of files is away, the log has one line for all failed runs', async () => {
  const say = vi.spyOn(server.services.log, 'error').mockImplementation(() => {})
  const away = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  const outcomes = [away(), away(), new Error('a fault'), away(), null, away(), null]
  const job: Job = {
    name: 'greet',
    cron: NEVER,
    async run() {
      const outcome = outcomes.shift()
      if (outcome) throw outcome
    },
  }
  const running = await started([job], { ...database, failedAgainMs: 1 })
  await until(() => outcomes.length === 2)
  await transaction(database.db, (tx) => wake(tx, 'greet'))
  await until(() => outcomes.length === 0)
  await running.stop()
  const said = say.mock.calls.map(([{ err }]) => (err as Error).message)
  expect(said).toEqual(['away', 'a fault', 'away'])
})

test('work that is requested during a run runs once more after it', async () => {
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
