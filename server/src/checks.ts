/**
 * Everything that `npm run verify`, a start and a restore check: the invariants of all rooms, and those that need more
 * than the database: the current moment, or several rooms at once (docs/security.md#ledger-invariants: 6 and 10 to 12).
 */
import { dayOf } from '@bittkosh/contract/time'
import { auditSealsAmiss } from './audit/seals.ts'
import type { Config } from './config.ts'
import { storedClockOffset } from './dev/clock.ts'
import { totalsOf } from './investments/queries.ts'
import { balancesOf } from './ledger/balances.ts'
import type { Invariant } from './ledger/invariants.ts'
import { comingIn, goingOut, isReversed } from './ledger/kinds.ts'
import { sealsAmiss } from './ledger/seals.ts'
import { ledgerTotals } from './ledger/totals.ts'
import { type Db, onlyRow, readInOneMoment } from './platform/database/database.ts'
import { keyRing } from './platform/files/keys.ts'
import { sql } from './platform/database/sql.ts'
import { findProfile } from './profile/queries.ts'
import { invariants } from './rooms.ts'
import { decidedByDay } from './statistics/queries.ts'
import { storedPicturesAmiss } from './uploads/verify.ts'
import { sumsOf, userById } from './users/queries.ts'

const FOR_EVER = { from: '0001-01-01', to: '9999-12-31' }
const SAMPLED_USERS = 50
const CLOCKS_APART_MS = 5 * 60_000 // tolerance between the machines that write

/**
 * `now` is read when an invariant that needs it is checked: the ones before it may take long, and money moves meanwhile.
 * `missing`: pictures that are known to be lost.
 */
export function everyInvariant({
  config,
  now,
  missing = [],
}: {
  config: Config
  now: () => Date
  missing?: readonly string[]
}): Invariant[] {
  return [
    ...invariants,
    {
      name: 'every picture has its ciphertext and the other way round',
      find: (db) => storedPicturesAmiss(db, config, missing),
    },
    { name: 'the ledger is what was sealed', find: (db) => sealsAmiss(db, keyRing(config)) },
    { name: 'the audit log is what was sealed', find: (db) => auditSealsAmiss(db, keyRing(config)) },
    { name: 'nothing is dated in the future', find: (db) => datedAhead(db, now) },
    {
      name: 'what the screens of sampled users say is what the entries say',
      find: (db) => readInOneMoment(db, (moment) => screensAmiss(moment, now())),
    },
    { name: 'what the dashboard says is what the entries say', find: (db) => readInOneMoment(db, dashboardAmiss) },
  ]
}

async function datedAhead(db: Db, now: () => Date): Promise<string[]> {
  // Rows that were written after somebody moved the clock in development have its dates.
  const aheadMs = Math.max(0, await storedClockOffset(db))
  const limit = new Date(now().getTime() + aheadMs + CLOCKS_APART_MS)
  const { rows } = await sql<{ finding: string }>`
    select 'interest of user ' || user_id || ' is of ' || at as finding from flexible_interest where at > ${limit}
    union all
    select 'entry ' || id || ' is of ' || at from ledger_entries where at > ${limit}
     limit 100`.execute(db)
  return rows.map((row) => row.finding)
}

async function screensAmiss(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where closed_at is null order by random() limit ${SAMPLED_USERS}`.execute(db)
  const findings = []
  for (const { id } of rows) findings.push(...(await screensOf(db, id, now)))
  return findings
}

async function screensOf(db: Db, user: number, now: Date): Promise<string[]> {
  const entries = await entriesOf(db, user)
  const balances = await balancesOf(db, user)
  const profile = await findProfile(db, user, { smsUrl: null })
  const row = await userById(db, user)
  const plans = await totalsOf(db, { user, today: dayOf(now) })
  const sums = await sumsOf(db, user, now)
  return different(`of user ${user}`, [
    ['the wallet', balances.wallet, entries.wallet],
    ['the profile', profile.balance, entries.wallet],
    ["the admin's row", row?.balance, entries.wallet],
    ['what is held', balances.held, entries.held],
    ['the portfolio', plans.total_invested, entries.invested],
    ['Earn', balances.flexible, entries.flexible],
    ["the admin's details of Earn", sums.flexible_balance, entries.flexible],
    ["the admin's approved deposits", sums.total_deposits, entries.deposited],
    ["the admin's approved withdrawals", sums.total_withdrawals, entries.withdrawn],
    ["the admin's referral rewards and shares", sums.rewards + sums.shares, entries.referral],
  ])
}

/** The same figures, from the entries alone. */
async function entriesOf(db: Db, user: number) {
  const { rows } = await sql<
    Record<'wallet' | 'held' | 'invested' | 'flexible' | 'deposited' | 'withdrawn' | 'referral', bigint>
  >`
    select coalesce(sum(e.amount) filter (where a.kind = 'wallet'), 0)::bigint as wallet,
           coalesce(sum(e.amount) filter (where a.kind = 'held'), 0)::bigint as held,
           coalesce(sum(e.amount) filter (where a.kind = 'invested'), 0)::bigint as invested,
           coalesce(sum(e.amount) filter (where a.kind = 'flexible'), 0)::bigint as flexible,
           coalesce(sum(e.amount) filter (where t.kind = any (${comingIn}::text[]) and not ${isReversed}), 0)::bigint as deposited,
           coalesce(-sum(e.amount) filter (where t.kind = any (${goingOut}::text[])), 0)::bigint as withdrawn,
           coalesce(sum(e.amount) filter (where t.kind = 'referral_income'), 0)::bigint as referral
      from ledger_accounts a
      join ledger_entries e on e.account_id = a.id
      join ledger_transfers t on t.id = e.transfer_id
     where a.user_id = ${user}`.execute(db)
  return onlyRow(rows, `entries of user ${user}`)
}

async function dashboardAmiss(db: Db): Promise<string[]> {
  const days = [...(await decidedByDay(db, FOR_EVER.from, FOR_EVER.to)).values()]
  const totals = await ledgerTotals(db)
  const { rows } = await sql<{ kind: string; sum: bigint; deposited: bigint; paid: bigint }>`
    select a.kind, sum(e.amount)::bigint as sum,
           coalesce(sum(e.amount) filter (where t.kind = any (${comingIn}::text[]) and not ${isReversed}), 0)::bigint as deposited,
           coalesce(sum(e.amount) filter (where t.kind = any (${goingOut}::text[])), 0)::bigint as paid
      from ledger_accounts a
      join ledger_entries e on e.account_id = a.id
      join ledger_transfers t on t.id = e.transfer_id
     group by 1`.execute(db)
  const total = (pick: (row: (typeof rows)[number]) => bigint) => rows.reduce((sum, row) => sum + pick(row), 0n)
  return different('of the dashboard', [
    [
      'all deposits',
      days.reduce<bigint>((sum, day) => sum + day.deposits, 0n),
      total((row) => (row.kind === 'wallet' ? row.deposited : 0n)),
    ],
    [
      'all withdrawals',
      days.reduce<bigint>((sum, day) => sum + day.withdrawals, 0n),
      -total((row) => (row.kind === 'held' ? row.paid : 0n)),
    ],
    ...rows.map(({ kind, sum }): Claim => {
      const ofKind = totals.filter((row) => row.account === kind)
      return [kind, ofKind.reduce<bigint>((net, row) => net + row.plus - row.minus, 0n), sum]
    }),
  ])
}

/** What a screen shows, and what the entries add up to, in paise. */
type Claim = [what: string, said: bigint | undefined, counted: bigint]

function different(whose: string, claims: readonly Claim[]): string[] {
  return claims
    .filter(([, said, counted]) => said !== counted)
    .map(([what, said, counted]) => `${what} ${whose} says ${said} paise, the entries say ${counted}`)
}
