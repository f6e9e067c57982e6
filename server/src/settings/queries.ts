import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database.ts'

export type StoredSetting = { value: string; updatedAt: Date }

/** The settings that were ever changed, by key. */
export async function storedSettings(db: Db | Tx): Promise<Map<string, StoredSetting>> {
  const { rows } = await sql<{ key: string; value: string; updated_at: Date }>`
    select key, value, updated_at from settings`.execute(db)
  return new Map(rows.map((row) => [row.key, { value: row.value, updatedAt: row.updated_at }]))
}

export async function storeSetting(
  tx: Tx,
  setting: { key: string; value: string; at: Date; by: number },
): Promise<void> {
  await sql`
    insert into settings (key, value, updated_at, updated_by)
    values (${setting.key}, ${setting.value}, ${setting.at}, ${setting.by})
    on conflict (key) do update
       set value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(tx)
}
