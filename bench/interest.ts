/**
 * `npm run bench -- interest`: a day's interest on a million Earn accounts through the nightly job, compared with the minimum that
 * any ledger must write for it, as plain statements with precomputed figures: an update of every balance and an insert of its entry
 * and its working, each with the product's indexes. The narrow floor omits the entries. INTEREST_ACCOUNTS and INTEREST_DAYS make it
 * smaller or longer; INTEREST_REFERRED=3 makes another user the referrer of three in ten, whose wallet then earns a share: the
 * floor writes the shares too, the fraction that each of them leaves with the referred user, and the balance and the entry of each
 * referrer (a separate result).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingsFrom } from '@bittkosh/contract/settings'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { invariants as flexibleInvariants } from '../server/src/flexible/invariants.ts'
import { postDueInterest } from '../server/src/flexible/jobs.ts'
import { invariants as ledgerInvariants } from '../server/src/ledger/invariants.ts'
import { type Db, makeDb } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { makeSavers } from '../tests/support/savers.ts'
import { median, printTable, saveResult } from './table.ts'

const ACCOUNTS = Number(process.env['INTEREST_ACCOUNTS'] ?? 1_000_000)
const DAYS = Number(process.env['INTEREST_DAYS'] ?? 3)
const REFERRED_OF_TEN = Number(process.env['INTEREST_REFERRED'] ?? 0)
const FIRST_DAY = '2026-01-02'

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const database = await openDatabase(readConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? dataDir }))
await migrate(database.pool)
const patient = new pg.Pool({ connectionString: database.url, max: 2 }) // the program's pool limits a statement to seconds
const client = await patient.connect()
await makeAccounts(client)

await postNight('2026-01-01') // the day of the deposits earns nothing, so it serves as warm-up
const ours: Measure[] = []
const wide: Measure[] = []
const narrow: Measure[] = []
for (let n = 0; n < DAYS; n++) {
  const day = addDays(FIRST_DAY, n)
  narrow.push(await measure(() => floorNight(client, { day, entries: false })))
  wide.push(await measure(() => floorNight(client, { day, entries: true })))
  await client.query('checkpoint')
  ours.push(await measure(() => postNight(day)))
  await client.query('checkpoint')
}
await client.query('analyze') // otherwise the checks below are planned for empty tables
const db: Db = makeDb(patient)
for (const { name, find } of [...flexibleInvariants, ...ledgerInvariants]) {
  const found = await find(db)
  if (found.length > 0) throw new Error(`${name}: ${found[0]}`)
}
client.release()
await patient.end()

const middle = (all: Measure[], which: keyof Measure) => median(all.map((one) => one[which]))
const figure = (way: string, all: Measure[]) => [
  way,
  all.map((one) => one.seconds.toFixed(1)).join(', '),
  (middle(all, 'seconds') / middle(wide, 'seconds')).toFixed(2),
  middle(all, 'cpu').toFixed(1),
  (middle(all, 'cpu') / middle(wide, 'cpu')).toFixed(2),
  (middle(all, 'cpu') / middle(narrow, 'cpu')).toFixed(2),
]
const table = printTable(
  ['way', 'seconds a day', '× floor', 'CPU s', 'CPU × floor', 'CPU × narrow floor'],
  [
    figure('narrow floor: balances and workings', narrow),
    figure('floor: balances, workings and entries', wide),
    figure('the nightly job', ours),
  ],
)
saveResult(
  REFERRED_OF_TEN > 0 ? 'interest-referred' : 'interest',
  table,
  `${ACCOUNTS} users with their four accounts, ${REFERRED_OF_TEN} of ten referred by another; ${DAYS} interleaved days; fsync on; invariants checked after the run. The floor is one connection and one transaction with every figure known beforehand: one update of all Earn balances (a table of them alone, half filled), one insert of the workings, one of the entries, with the checks and indexes of ours; no triggers, no foreign keys, no transfers. Where users are referred, it also inserts their shares, updates what they leave behind, and updates and enters each referrer's wallet. The job works on three connections, 10,000 accounts a transaction. CPU is that of our processes alone, so it holds on a busy machine, which seconds do not.`,
)
await database.close()
rmSync(dataDir, { recursive: true, force: true })

async function postNight(day: string) {
  const at = new Date(startOfDay(addDays(day, 1)).getTime() + 60_000)
  await postDueInterest(database.db, { at, settings: settingsFrom(new Map()) })
}

type Measure = { seconds: number; cpu: number }

/** Wall-clock seconds, and CPU seconds of our own processes alone, so that other work on the machine does not count. */
async function measure(work: () => Promise<unknown>): Promise<Measure> {
  const before = await cpuSeconds()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const spent = [...(await cpuSeconds())].map(([process, cpu]) => cpu - (before.get(process) ?? 0))
  return { seconds, cpu: spent.reduce((sum, one) => sum + one, 0) }
}

/** CPU time of this program and of each of its database connections (Linux counts it in hundredths of a second). */
async function cpuSeconds(): Promise<Map<number, number>> {
  const { user, system } = process.cpuUsage()
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  const connections = rows.map(({ pid }): [number, number] => {
    const [, utime, stime] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return [pid, (Number(utime) + Number(stime)) / 100]
  })
  return new Map([[process.pid, (user + system) / 1e6], ...connections])
}

async function makeAccounts(client: pg.PoolClient) {
  await makeSavers(client, { accounts: ACCOUNTS, referredOfTen: REFERRED_OF_TEN })
  await client.query(`
    create table floor_accounts (like ledger_accounts including constraints including indexes) with (fillfactor = 45);
    insert into floor_accounts (id, user_id, holder, kind, balance)
    select id, user_id, holder, kind, balance from ledger_accounts where kind = 'flexible';
    create table floor_entries (like ledger_entries including all);
    create table floor_interest (like flexible_interest including all);
    create table floor_referrals (like referrals including all, referrer_id integer);
    insert into floor_referrals select id, 0, 0, 0, referred_by from users where referred_by is not null order by id;
    create table floor_wallets (like ledger_accounts including constraints including indexes) with (fillfactor = 45);
    insert into floor_wallets (id, user_id, holder, kind, balance)
    select id, user_id, holder, kind, balance from ledger_accounts
     where kind = 'wallet' and holder in (select referrer_id from floor_referrals);
    create table floor_shares (like referral_shares including all)`)
  for (const table of [
    'users',
    'ledger_accounts',
    'ledger_entries',
    'flexible_accounts',
    'floor_accounts',
    'floor_referrals',
    'floor_wallets',
  ])
    await client.query(`vacuum analyze ${table}`)
}

/** The plain night: every figure is in the row itself or in the statement. */
async function floorNight(client: pg.PoolClient, { day, entries }: { day: string; entries: boolean }) {
  const at = `'${day} 18:29:59.999Z'::timestamptz${entries ? '' : " - interval '10 years'"}`
  const shareAt = `'${day} 18:31:00Z'::timestamptz`
  await client.query(`begin`)
  await client.query(`update floor_accounts set balance = balance + 200`)
  await client.query(`
    insert into floor_interest (user_id, at, eligible, rate_ppm, posted, carried, balance_after)
    select user_id, ${at}, balance - 200, 200, 200, 0, balance from floor_accounts order by user_id`)
  if (entries) {
    await client.query(`
      insert into floor_entries (transfer_id, account_id, amount, balance_after, at)
      select 1, id, 200, balance, ${at} from floor_accounts order by user_id`)
    await client.query(`update floor_referrals set carried = 5, shares_total = shares_total + 20, untold = 0`)
    await client.query(`
      insert into floor_shares (referred_id, referrer_id, profit, rate_ppm, posted, carried, created_at, subject, subject_id, day,
                                paid_subject_id, paid_day)
      select referred_id, referrer_id, 200, 100000, 20, 5, ${shareAt}, 'interest', referred_id, '${day}', 1, '${day}'
        from floor_referrals order by referred_id`)
    await client.query(`update floor_wallets set balance = balance + 60`)
    await client.query(`
      insert into floor_entries (transfer_id, account_id, amount, balance_after, at)
      select 2, id, 60, balance, ${shareAt} from floor_wallets order by user_id`)
  }
  await client.query(`commit`)
}
