/**
 * A pooler in transaction mode, such as PgBouncer, gives each transaction any of its connections. So nothing can be set
 * when one opens: time zone, limits and `jit` off come with the role; named statements need a pooler with support.
 */
import { keysOf } from '@bittkosh/contract/tables'
import type pg from 'pg'
import { codeOf, StartError } from '../start-error.ts'
import { connect, forgetNames } from './connection.ts'

/** The settings that the role must have, as `alter role` sets them. */
export const ROLE_SETTINGS = {
  timezone: 'UTC',
  jit: 'off', // reason in open.ts
  statement_timeout: '8s',
  lock_timeout: '6s',
  idle_in_transaction_session_timeout: '20s',
}
const PROBES = 3
/** With this code PgBouncer refuses a connection that sets something. */
export const SETTING_REFUSED = '08P01'

/** Throws a StartError unless the role has these settings. Reports if statements must be sent without names. */
export async function preparePooled(pool: pg.Pool, say: (sentence: string) => void): Promise<void> {
  await requireRoleSettings(pool)
  if (await knowsNames(pool)) return
  forgetNames(pool)
  say(
    'Warning: the pooler in DATABASE_URL does not support named statements (PgBouncer 1.21 and newer does, with max_prepared_statements above 0), so every statement is planned again.',
  )
}

async function requireRoleSettings(pool: pg.Pool): Promise<void> {
  const lacking = await lackedSettings(pool)
  if (lacking.length === 0) return
  const statements = lacking.map((name) => `alter role current_user set ${name} = '${ROLE_SETTINGS[name]}';`)
  throw new StartError(
    `DATABASE_DIRECT_URL is set, so DATABASE_URL names a pooler, through which a connection cannot set these. Run them once as the role of DATABASE_URL, then restart the pooler's connections (PgBouncer: RECONNECT):\n${statements.join('\n')}`,
  )
}

/**
 * Throws a StartError unless the connections of this pool have what they ask for when they open: a pooler may be told to
 * ignore it, and options in an address replace it. `named` is the variable with the address.
 */
export async function requireSettings(pool: pg.Pool, named: string): Promise<void> {
  const lacking = await lackedSettings(pool)
  // a program that reads everything sets no limit on statements
  if (lacking.some((name) => name !== 'statement_timeout')) throw settingsRefused(named)
}

async function lackedSettings(pool: pg.Pool) {
  const client = await connect(pool)
  try {
    const lacking: (keyof typeof ROLE_SETTINGS)[] = []
    for (const name of keysOf(ROLE_SETTINGS)) {
      const { rows } = await client.query('select current_setting($1) as value', [name])
      if (rows[0]?.value !== ROLE_SETTINGS[name]) lacking.push(name)
    }
    return lacking
  } finally {
    client.release()
  }
}

export function settingsRefused(named: string): StartError {
  return new StartError(
    `A connection to ${named} cannot set its time zone and time limits. If the address is that of a pooler such as PgBouncer, set DATABASE_URL to it and DATABASE_DIRECT_URL to the server behind it; if the address has options, remove them.`,
  )
}

/** Two clients use one statement name in turn. A pooler without support lets them share one connection, which refuses the name. */
async function knowsNames(pool: pg.Pool): Promise<boolean> {
  for (let probe = 0; probe < PROBES; probe++) {
    const clients = [await connect(pool), await connect(pool)]
    try {
      for (const client of [...clients, ...clients])
        await client.query({ name: `probe_${process.pid}_${probe}`, text: 'select $1::int', values: [1] })
    } catch (error) {
      const code = codeOf(error)
      if (code === NAME_TAKEN || code === NAME_UNKNOWN) return false
      throw error
    } finally {
      for (const client of clients) client.release(true)
    }
  }
  return true
}

const NAME_TAKEN = '42P05'
const NAME_UNKNOWN = '26000'
