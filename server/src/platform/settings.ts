import { type Settings, settingsFrom } from '@bittkosh/contract/settings'
import { withinBudget } from './budget.ts'
import type { Db, Tx } from './database/database.ts'
import { sql } from './database/sql.ts'

const READ_WITHIN_MS = 3_000 // every call and page waits for the settings
const FRESH_MS = 700 // a change by another process is visible within a second

/** Exclusive while settings change, shared by code that must not miss one. A setting that was never stored has no row to lock. */
export const SETTINGS_LOCK = 7_302_120

/** The settings as this process sees them: read again at most every 0.7 s, and only when they are needed. */
export type SettingsSnapshot = {
  /** The settings, at most a second old. */
  current(): Promise<Settings>
  /** Drops the cached settings, so that a change made in this process is visible at once. */
  forget(): void
}

export function makeSettingsSnapshot(db: Db): SettingsSnapshot {
  let settings: Promise<Settings> | undefined
  let readAtMs = 0
  return {
    current() {
      if (!settings || performance.now() - readAtMs > FRESH_MS) {
        readAtMs = performance.now()
        const reading = withinBudget(readSettings(db), { budgetMs: READ_WITHIN_MS })
        reading.catch(() => {
          if (settings === reading) settings = undefined
        })
        settings = reading
      }
      return settings
    },
    forget() {
      settings = undefined
    },
  }
}

/** The current settings; nobody can change them until the transaction ends. */
export async function holdSettings(tx: Tx): Promise<Settings> {
  await sql`select pg_advisory_xact_lock_shared(${SETTINGS_LOCK})`.execute(tx)
  return readSettings(tx)
}

async function readSettings(db: Db | Tx): Promise<Settings> {
  const { rows } = await sql<{ key: string; value: string }>`select key, value from settings`.execute(db)
  return settingsFrom(new Map(rows.map((row) => [row.key, row.value])))
}
