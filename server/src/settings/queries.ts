import type { Db, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

export type StoredSetting = {
  value: string
  /** Null: the one that ships with the program. */
  description: string | null
  updatedAt: Date
}

/** The settings that were ever changed, by key. */
export async function storedSettings(db: Db | Tx): Promise<Map<string, StoredSetting>> {
  const { rows } = await sql<{ key: string; value: string; description: string | null; updated_at: Date }>`
    select key, value, description, updated_at from settings`.execute(db)
  return new Map(
    rows.map(({ key, value, description, updated_at }) => [key, { value, description, updatedAt: updated_at }]),
  )
}

const SETTINGS_LOCK = 7_302_120 // a setting that was never stored has no row to lock

/** The same, locked until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<Map<string, StoredSetting>> {
  await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(tx)
  return storedSettings(tx)
}

export async function storeSetting(
  tx: Tx,
  setting: { key: string; value: string; description: string | null; at: Date; by: number },
): Promise<void> {
  await sql`
    insert into settings (key, value, description, updated_at, updated_by)
    values (${setting.key}, ${setting.value}, ${setting.description}, ${setting.at}, ${setting.by})
    on conflict (key) do update
       set value = excluded.value,
           description = excluded.description,
           updated_at = excluded.updated_at,
           updated_by = excluded.updated_by`.execute(tx)
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

/** All settings in the order of the table in code, with who changed each last. */
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
