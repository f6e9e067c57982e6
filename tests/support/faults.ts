/**
 * Failures between the program and PostgreSQL, each at one statement. They are real: a connection is closed, or PostgreSQL itself
 * raises the error, so that the driver, the pool and the transaction experience the same as in production.
 */
import { keysOf } from '@bittkosh/contract/tables'
import { once } from 'node:events'
import type pg from 'pg'

/** `send` sends the affected statement. */
type Blow = (client: pg.PoolClient, send: () => Promise<unknown>) => Promise<unknown>

const blows = {
  'never sent': async (client, send) => {
    await cut(client)
    return send()
  },
  'cut under way': async (client, send) => {
    const [sent] = await Promise.allSettled([send(), cut(client)])
    if (sent.status === 'rejected') throw sent.reason
    return sent.value
  },
  'reply lost': async (client, send) => {
    await send()
    await cut(client)
    throw new Error('Connection terminated unexpectedly')
  },
  terminated: instead('perform pg_terminate_backend(pg_backend_pid())'),
  'serialization failure': instead(`raise exception 'a conflict' using errcode = '40001'`),
  deadlock: instead(`raise exception 'a deadlock' using errcode = '40P01'`),
  'statement timeout': instead(`raise exception 'too slow' using errcode = '57014'`),
} satisfies Record<string, Blow>

export type Fault = keyof typeof blows
export const faults = keysOf(blows)

/** The fault for the nth statement of an attempt, counted from 0; null: none. */
export type Plan = (statement: { n: number; text: string }) => Fault | null

export type Injector = {
  /** The plan applies while `work` runs; null: nothing fails. Also returns how many statements were affected. */
  during<T>(plan: Plan | null, work: () => Promise<T>): Promise<{ result: T; struck: number }>
}

/** Must be called before the pool has made its first connection. */
export function faultsOn(pool: pg.Pool): Injector {
  let plan: Plan | null = null
  let n = 0
  let struck = 0
  planOnce(pool)
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    const struckQuery = (...given: unknown[]) => {
      // The program sends each statement as an object; a plain text is a statement of the fault itself.
      const text = (given[0] as { text?: string }).text
      const fault = plan && text !== undefined ? plan({ n: n++, text }) : null
      if (fault === null) return query(...given)
      struck++
      return blows[fault](client, () => query(...given))
    }
    client.query = struckQuery as typeof client.query
  })
  return {
    async during(next, work) {
      // The pool gives out the connection that was released last: whatever precedes and follows the failures uses this one, which
      // is not cut and keeps its prepared statements.
      const calm = next && (await pool.connect())
      plan = next
      n = struck = 0
      try {
        return { result: await work(), struck }
      } finally {
        plan = null
        calm?.release()
      }
    },
  }
}

/** For connections that are cut soon: PostgreSQL would plan each of their statements anew on its first five runs. */
export function planOnce(pool: pg.Pool): void {
  pool.options.options += ' -c plan_cache_mode=force_generic_plan'
}

/** PostgreSQL runs this in place of the statement. */
function instead(statement: string): Blow {
  return (client) => client.query(`do $$ begin ${statement}; end $$`)
}

async function cut(client: pg.PoolClient): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: import('node:net').Socket } }).connection
  const ended = once(client, 'end')
  stream.destroy()
  await ended
}
