import type { SettingKey, SettingSums } from '@bittkosh/contract/settings'
import { addDays, startOfDay } from '@bittkosh/contract/time'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { SETTINGS_LOCK } from '../platform/settings.ts'
import type { Change, StoredSetting } from './rules.ts'

/** The settings that were ever changed, by key. */
export async function storedSettings(db: Db | Tx): Promise<Map<string, StoredSetting>> {
  const { rows } = await sql<StoredSetting & { key: string }>`
    select s.key, s.value, s.description, s.updated_at as "updatedAt", u.name as "updatedBy"
      from settings s
      left join users u on u.id = s.updated_by`.execute(db)
  return new Map(rows.map(({ key, ...setting }) => [key, setting]))
}

/** The same, locked until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<Map<string, StoredSetting>> {
  await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(tx)
  return storedSettings(tx)
}

/** When a setting was last changed; null while it has its default. */
export async function changedAt(db: Db | Tx, key: SettingKey): Promise<Date | null> {
  const { rows } = await sql<{ updated_at: Date }>`select updated_at from settings where key = ${key}`.execute(db)
  return rows[0]?.updated_at ?? null
}

/** Stores changed settings, in one statement. */
export async function storeSettings(
  tx: Tx,
  { changes, at, by }: { changes: readonly Change[]; at: Date; by: number },
): Promise<void> {
  await sql`
    insert into settings (key, value, description, updated_at, updated_by)
    select key, value, description, ${at}, ${by}
      from unnest(${changes.map(({ key }) => key)}::text[], ${changes.map(({ after }) => after.value)}::text[],
                  ${changes.map(({ after }) => after.description)}::text[]) as c (key, value, description)
    on conflict (key) do update
       set value = excluded.value,
           description = excluded.description,
           updated_at = excluded.updated_at,
           updated_by = excluded.updated_by`.execute(tx)
}

/**
 * The sums to which rates apply: what Earn holds now, and averages over the business days `from` to `through`.
 * Withdrawals leave `held` with their fee, BittPay arrives without its own; money that came in is negative on a cash
 * account.
 */
export async function sumsOfRates(
  db: Db,
  { from, through, days }: { from: string; through: string; days: number },
): Promise<Omit<SettingSums, 'at' | 'days'>> {
  const inDays = sql`day between ${from}::date and ${through}::date`
  const average = (column: 'plus' | 'minus', which: Sql<unknown>) =>
    sql`(coalesce(sum(${sql.ref(column)}) filter (where ${which} and ${inDays}), 0) / ${days})::bigint`
  const { rows } = await sql<Omit<SettingSums, 'at' | 'days'>>`
    select coalesce(sum(plus - minus) filter (where account = 'flexible'), 0)::bigint as earn,
           ${average('minus', sql`movement = 'withdrawal_payout' and account = 'held'`)} as withdrawals,
           ${average('plus', sql`movement = 'transfer' and account = 'wallet'`)} as transfers,
           (select (coalesce(sum(earned), 0) / ${days})::bigint
              from (${profitsOfReferred({ from, through })}) as profits) as referred_profits,
           ${average('minus', sql`movement in ('deposit', 'package') and account = 'cash_crypto'`)} as usdt_in,
           ${average('plus', sql`movement = 'withdrawal_payout' and account = 'cash_crypto'`)} as usdt_out
      from ledger_totals`.execute(db)
  return onlyRow(rows, 'sums of rates')
}

/**
 * What each user with an active referrer earned: profits of claimed plans, and interest without the part of a welcome
 * bonus that may still be locked. From the profits themselves, because no shares are recorded while the rate is 0, and
 * by user, because only then indexes find the days.
 */
function profitsOfReferred({ from, through }: { from: string; through: string }): Sql<unknown> {
  const [begin, end] = [startOfDay(from), startOfDay(addDays(through, 1))]
  const ownPart = sql`
    case when a.bonus_released then 1 else greatest(i.eligible - a.bonus, 0)::numeric / i.eligible end`
  return sql`
    select earned
      from users u
      join users r on r.id = u.referred_by and r.is_active and r.closed_at is null
     cross join lateral (
             select sum(i.posted * ${ownPart}) as earned
               from flexible_interest i
               join flexible_accounts a on a.user_id = i.user_id
              where i.user_id = u.id and i.at >= ${begin} and i.at < ${end} and i.posted > 0
             union all
             select sum(profit)
               from investments
              where user_id = u.id and claimed_at >= ${begin} and claimed_at < ${end}) as sums`
}

export type ExportedSetting = {
  key: string
  type: 'number' | 'text'
  value: string
  description: string
  is_default: boolean
  updated_at: Date | null
  updated_by: string | null
}
type Shipped = Pick<ExportedSetting, 'key' | 'type' | 'description'> & { default: string }

/** All settings in the order of the table in code, with who last changed each. */
export function exportedSettings(shipped: readonly Shipped[]): Sql<ExportedSetting> {
  return sql<ExportedSetting>`
    select k.key, k.type, coalesce(s.value, k.fallback) as value, coalesce(s.description, k.description) as description,
           s.key is null as is_default, s.updated_at, u.name as updated_by
      from unnest(${shipped.map((one) => one.key)}::text[], ${shipped.map((one) => one.type)}::text[],
                  ${shipped.map((one) => one.default)}::text[], ${shipped.map((one) => one.description)}::text[])
           with ordinality as k (key, type, fallback, description, n)
      left join settings s on s.key = k.key
      left join users u on u.id = s.updated_by
     order by k.n`
}
