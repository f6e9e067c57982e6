import type { Config } from '../config.ts'
import type { RefusalCode } from '@bittkosh/contract/refusals'
import type { Clock } from './clock.ts'
import type { Db } from './database/database.ts'
import type { Reads } from './database/replica.ts'
import type { Polls } from './http/polls.ts'
import type { Log } from './log.ts'
import type { SettingsSnapshot } from './settings.ts'
import type { Traces } from './traces/traces.ts'

/** What every handler and job may use. Made once in main.ts (or by a test). */
export type Services<Code extends RefusalCode = RefusalCode> = {
  config: Config
  db: Db<Code>
  /** For lists of the panel, reports and files. */
  reads: Reads<Code>
  clock: Clock
  settings: SettingsSnapshot
  /** Kept replies to polls. */
  polls: Polls
  log: Log
  /** null: no collector is configured. */
  traces: Traces | null
}
