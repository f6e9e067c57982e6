/** The program as a role that may write the ledger only through the posting functions, and what that role can't do. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { ADMIN } from '../support/logins.ts'
import { startProgram } from '../support/program.ts'
import { liveSampleLife } from '../support/sampleLife.ts'

const role = `program_${process.pid}`
let database: Awaited<ReturnType<typeof testDatabase>>
let folder: string
let url: string

beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'bittkosh-role-'))
  url = database.url.replace(/\/\/[^@/]*@/, `//${role}@`)
  await database.pool.query(`create role ${role} login`)
})
afterAll(async () => {
  await database.pool.query(`drop owned by ${role} cascade`)
  await database.pool.query(`drop role ${role}`)
  rmSync(folder, { recursive: true, force: true })
})

const env = (more: Record<string, string>) => ({
  ...process.env, // with the date, if `faketime` sets it
  NODE_ENV: '',
  DATA_DIR: folder,
  DATABASE_URL: database.url,
  ...more,
})

function run(program: string, args: string[], more: Record<string, string> = {}) {
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...args], {
    env: env(more),
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

test('programs that run during an update keep their rights after each migration, not only after the last', async () => {
  const { pool } = database
  expect(run('server/src/restrict-role.ts', [role])).toMatchObject({ status: 0 })
  // One runs again that makes a posting function, and the next one fails here because what it makes is there already.
  await pool.query(`
    drop table ledger_closed, day_closings;
    drop function ledger_closed_goes_on, ledger_refuse_closed_day, day_closings_stay, statement_lines_count_late,
                  ledger_close_through cascade`)
  const { rows: done } = await pool.query(
    `delete from schema_migrations where name >= '20261128T0321-reconciliation'
     returning name, checksum, applied_at, goes_on_since`,
  )
  expect(run('server/src/restrict-role.ts', [role])).toMatchObject({
    status: 1,
    said: expect.stringContaining('migration 20261128T0322-report-sums failed'),
  })
  // The program's own role can't run what is missing.
  expect(run('server/src/main.ts', [], { DATABASE_URL: url })).toEqual({
    status: 1,
    said: 'The role of DATABASE_URL is not allowed to do this (migration 20261128T0322-report-sums failed: permission denied for schema public). Before the first start and after each update, run npm run restrict-role -- ROLE with the role that owns the database.\n',
  })
  const { rows } = await pool.query(
    `select prosecdef as "isLent", proconfig is not null as "hasPath", has_function_privilege($1, oid, 'execute') as "isAllowed",
            has_table_privilege($1, 'day_closings', 'insert') as "mayWrite"
       from pg_proc where proname = 'ledger_close_through'`,
    [role],
  )
  await pool.query(
    `insert into schema_migrations select * from json_populate_recordset(null::schema_migrations, $1)
     on conflict (name) do nothing`,
    [JSON.stringify(done)],
  )
  expect(rows).toEqual([{ isLent: true, hasPath: true, isAllowed: true, mayWrite: true }])
})

test('the program runs completely under such a role, and the role can’t move money by itself', async () => {
  expect(run('server/src/restrict-role.ts', ['nobody_such'])).toMatchObject({
    status: 1,
    said: expect.stringMatching(/There is no role nobody_such/),
  })
  const { rows: owner } = await database.pool.query('select current_user as name')
  expect(run('server/src/restrict-role.ts', [owner[0].name])).toMatchObject({
    status: 1,
    said: expect.stringMatching(/could give itself everything back/),
  })
  expect(run('server/src/restrict-role.ts', [role])).toMatchObject({ status: 0 })
  expect(run('server/src/restrict-role.ts', [role])).toMatchObject({ status: 0 }) // again after an update

  const program = await startProgram({
    DATA_DIR: folder,
    DATABASE_URL: url,
    ADMIN_EMAIL: ADMIN.login,
    ADMIN_PASSWORD: ADMIN.password,
    DEV_TOOLS: 'on',
  })
  const { base } = program
  const goTo = async (daysAgo: number) => {
    const now = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${base}/api/dev/clock`, { method: 'PUT', headers, body: JSON.stringify({ now }) })
    expect(reply.status).toBe(200) // the due jobs have run
  }
  try {
    await liveSampleLife({ base, admin: ADMIN, goTo })
  } finally {
    await program.stop()
  }
  expect(run('server/src/verify.ts', [], { DATABASE_URL: url })).toMatchObject({
    status: 0,
    said: expect.stringMatching(/invariants hold/),
  })

  const secrets = { APP_SECRET: 'k'.repeat(32), APP_SECRET_OLD: readFileSync(join(folder, 'secret'), 'utf8').trim() }
  expect(run('server/src/rotate-keys.ts', [], { DATABASE_URL: url, ...secrets })).toEqual({
    status: 1,
    said: 'The role of DATABASE_URL is not allowed to do this (permission denied for table ledger_seals). Run it with the role that owns the database.\n',
  })

  const thief = new pg.Client({ connectionString: url })
  await thief.connect()
  const { rows } = await thief.query(
    "select user_id from ledger_accounts where kind = 'wallet' and balance > 0 limit 1",
  )
  for (const statement of [
    `update ledger_accounts set balance = balance + 100 where user_id = ${rows[0].user_id}`,
    `begin; set local bittkosh.posting = 'on'; update ledger_accounts set balance = 1`,
    `update ledger_accounts set user_id = 1, holder = 1`,
    `insert into ledger_accounts (user_id, holder, kind, balance) select 1, 1, 'wallet', 100000`,
    `insert into ledger_transfers (subject, subject_id, event, kind, at) values ('deposit', 1, 'x', 'deposit', now())`,
    `insert into ledger_entries (transfer_id, account_id, amount, at) values (1, 1, 5, now())`,
    `delete from ledger_entries`,
    `truncate ledger_entries`,
    `update audit_log set action = 'x'`,
    `delete from audit_log`,
    `update flexible_interest set posted = 1`,
    `update flexible_rates set rate_ppm = 1000000`,
    `insert into flexible_rates (day, rate_ppm) values ('2020-01-01', 1000000)`,
    `delete from flexible_rates`,
    `update ledger_accounts set interest_due = 1000000000000 where kind = 'flexible' and settled_through is not null`,
    `update ledger_accounts set low = balance + 1000000 where kind = 'flexible' and settled_through is not null`,
    `update ledger_accounts set settled_through = settled_through - 9 where kind = 'flexible' and settled_through is not null`,
    `update ledger_seals set sealed_head = 'x'`,
    `alter table ledger_accounts disable trigger all`,
    `drop trigger ledger_accounts_guard on ledger_accounts`,
    `set session_replication_role = replica`,
    `alter function refuse_change() owner to ${role}`,
    `select ledger_post(now(), array['deposit'], array[1], array['x'], array[null::date], array['deposit'], array[1], array[1], array['wallet'], array[5]::bigint[])`,
    `update schema_migrations set name = 'x'`,
  ]) {
    await expect(thief.query(statement), statement).rejects.toThrow(
      /permission denied|must be owner|opens with nothing|violates|sum to zero|is posted|has not earned/,
    )
    await thief.query('rollback')
  }
  // The role may change Earn's rate, but with no moment that of a day whose interest is posted.
  await thief.query(
    `insert into settings (key, value, updated_at) values ('flexible_daily_profit_percentage', '100', '2020-01-01')
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
  )
  const { rows: changed } = await thief.query(
    `select day > (select max(day) from ledger_transfers where subject = 'interest') as "isLater"
       from flexible_rates where rate_ppm = 1000000`,
  )
  expect(changed).toEqual([{ isLater: true }])
  await thief.end()
})
