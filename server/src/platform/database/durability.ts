/** Settings of the database under which it could lose what it has acknowledged (docs/operations.md#settings-of-the-database). */
import type pg from 'pg'
import { connect } from './connection.ts'
import { StartError } from '../start-error.ts'

/** As the server reports them; null for a setting that its engine does not have, which is no risk there. */
export type DurabilityFacts = {
  settings: Record<string, string | null>
  /** Connected standbys, if commits wait for none of them. */
  asynchronous: number
}

/** Settings that must be on; otherwise the program does not start. */
const MUST_BE_ON = ['fsync', 'full_page_writes', 'synchronous_commit']

/** Sentences that refuse a start, and those that only warn. */
export function judgeDurability({ settings, asynchronous }: DurabilityFacts): { refused: string[]; warned: string[] } {
  const refused = MUST_BE_ON.filter((name) => settings[name] === 'off').map(
    (name) =>
      `The database runs with ${name} = off and could lose money that was already acknowledged. Set it to on in postgresql.conf (or with alter system / alter role) and restart the database.`,
  )
  const hasStandbys = Boolean(settings['synchronous_standby_names'])
  if (hasStandbys && settings['synchronous_commit'] === 'local')
    refused.push(
      'The database has synchronous standbys (synchronous_standby_names) but does not wait for them (synchronous_commit = local), so a promoted one could lack money that was already acknowledged. Set synchronous_commit to on.',
    )
  const warned = []
  if (hasStandbys && settings['synchronous_commit'] === 'remote_write')
    warned.push(
      'synchronous_commit is remote_write: if the primary and the machine of its standby fail together, acknowledged money is lost. Set it to on.',
    )
  if (asynchronous > 0 && !hasStandbys)
    warned.push(
      `The database has ${asynchronous} standby servers and does not wait for any of them, so a promoted one may lack the last commits. Name them in synchronous_standby_names (with Patroni: synchronous_mode and synchronous_mode_strict).`,
    )
  return { refused, warned }
}

/** Throws a StartError for settings that could lose acknowledged commits; reports doubtful ones through `say`. */
export async function requireDurability(pool: pg.Pool, say: (sentence: string) => void): Promise<void> {
  const client = await connect(pool)
  try {
    const facts = await factsOf(client)
    const { refused, warned } = judgeDurability(facts)
    if (refused.length > 0) throw new StartError(refused.join('\n'))
    for (const sentence of warned) say(`Warning: ${sentence}`)
  } finally {
    client.release()
  }
}

async function factsOf(client: pg.ClientBase): Promise<DurabilityFacts> {
  const settings: Record<string, string | null> = {}
  for (const name of [...MUST_BE_ON, 'synchronous_standby_names']) {
    const { rows } = await client.query<{ value: string | null }>('select current_setting($1, true) as value', [name])
    settings[name] = rows[0]?.value ?? null
  }
  return { settings, asynchronous: await standbysOf(client) }
}

async function standbysOf(client: pg.ClientBase): Promise<number> {
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from pg_stat_replication')
    return rows[0]?.count ?? 0
  } catch {
    return 0 // another engine has no such view
  }
}
