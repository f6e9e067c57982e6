/** Statements and transactions. */
import { setTimeout as wait } from 'node:timers/promises'
import type { RefusalCode } from '@bittkosh/contract/refusals'
import type pg from 'pg'
import { connect, send } from './connection.ts'
import type { MayRefuse } from '../http/refuse.ts'
import { type SlowWatch, timed } from './slow.ts'
import { type Query, type Rows, type Runner, type Sql, sql } from './sql.ts'
import { shown } from './statements.ts'
import { codeOf } from '../start-error.ts'
import { type Span, spanned, type Traces } from '../traces/traces.ts'

export { isUnavailable, type Part, unavailablePart } from './unavailable.ts'

/**
 * Where statements run: each on some connection, or all in one open transaction. `Code`: the refusals that its users may
 * give; none by default.
 */
export type Db<Code extends RefusalCode = never> = Runner & {
  /** Opens a transaction; null if statements already run in one. */
  readonly begin: ((mode: string) => Promise<OpenTransaction>) | null
} & ([Code] extends [never] ? unknown : MayRefuse<Code>)

declare const txBrand: unique symbol
/**
 * An open transaction. Only `transaction` makes one, so a function that requires it cannot run outside. `Code`: the
 * refusals that may end it.
 */
export type Tx<Code extends RefusalCode = never> = Db & MayRefuse<Code> & { readonly [txBrand]: true }

type OpenTransaction = {
  tx: Tx<RefusalCode>
  /** Does nothing if the transaction has already ended. */
  end(how: 'commit' | 'rollback'): Promise<void>
}

/** What observes statements and transactions. */
type Observers = { watch?: SlowWatch | undefined; traces?: Traces | null | undefined }

const RETRIES_MAX = 5

/** With such an error PostgreSQL ends the connection: the driver notices a moment later, when another statement may be using it. */
const ENDING = /^57P0[1-5]$/

/**
 * Statements on any connection of the pool. The permission to refuse is created here and in `begin`; a call gets only the
 * part of it that its endpoint lists.
 */
export function makeDb(pool: pg.Pool, observers: Observers = {}): Db<RefusalCode> {
  const db: Db = {
    async run(query) {
      const client = await connect(pool)
      let isEnding = false
      try {
        return await run(client, query, observers)
      } catch (error) {
        isEnding = ENDING.test(codeOf(error) ?? '')
        throw error
      } finally {
        client.release(isEnding)
      }
    },
    begin: (mode) => begin(pool, mode, observers),
  }
  return db as Db<RefusalCode>
}

/** Statements on one connection, in whatever transaction is open there. */
export function dbOn(client: pg.Client): Db {
  const inTurn = oneAtATime()
  return { run: (query) => inTurn(() => run(client, query)), begin: null }
}

/** For one connection: the driver deprecates sending a statement while another one is running. */
function oneAtATime(): <T>(send: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve()
  return (send) => {
    const sent = before.then(send)
    before = sent.catch(() => {})
    return sent
  }
}

async function run(
  client: pg.Client,
  query: Query,
  observers: Observers = {},
  whole?: Span | null,
): Promise<Rows<unknown>> {
  const { rows, rowCount } = await observe(query, () => send(client, query), observers, whole)
  return { rows, count: rowCount ?? 0 }
}

/** Sends a statement and measures it alone: the wait for a connection belongs to the enclosing span. */
function observe<T>(
  query: Query,
  sending: () => Promise<T>,
  { watch, traces }: Observers,
  whole?: Span | null,
): Promise<T> {
  if (!traces) return timed(query, sending, watch)
  const { name, text } = shown(query.text)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
  const span = traces.part(name, { kind: 'client', attributes, whole: whole ?? null })
  return spanned(span, () => timed(query, sending, watch))
}

async function begin(pool: pg.Pool, mode: string, observers: Observers): Promise<OpenTransaction> {
  const span = observers.traces?.part('transaction')
  const client = await connect(pool).catch((error: unknown) => {
    span?.end('no connection')
    throw error
  })
  let open = true
  const leave = (broken: boolean) => {
    open = false
    client.release(broken)
    span?.end(broken ? 'broken' : undefined)
  }
  try {
    await send(client, { text: `begin ${mode}`, values: [] })
  } catch (error) {
    leave(true)
    throw error
  }
  const inTurn = oneAtATime()
  const inside: Db = {
    begin: null,
    run: (query) =>
      inTurn(async () => {
        if (!open) throw new Error('a statement after the end of its transaction')
        return run(client, query, observers, span)
      }),
  }
  return {
    tx: inside as Tx<RefusalCode>, // The brand is made here and nowhere else.
    end: (how) =>
      inTurn(async () => {
        if (!open) return
        let broken = true
        try {
          const ending = { text: how, values: [] }
          const { command } = await observe(ending, () => send(client, ending), observers, span)
          broken = false
          if (command !== how.toUpperCase()) throw new Error(`the transaction had failed: ${how} became ${command}`)
        } finally {
          leave(broken)
        }
      }),
  }
}

/** A transaction whose caller may stop at any point, as with an open cursor. Throws inside another transaction. */
export function open(db: Db, mode: string): Promise<OpenTransaction> {
  if (!db.begin) throw new Error('a transaction inside a transaction')
  return db.begin(mode)
}

const effects = new WeakMap<object, ((db: object) => void)[]>()

/** Runs `effect` after this transaction commits, with the database that opened it. A rolled-back transaction has no effects. */
export function afterCommit(tx: Tx, effect: (db: object) => void): void {
  effects.set(tx, [...(effects.get(tx) ?? []), effect])
}

const lastWrites = new WeakMap<object, (() => Promise<void>)[]>()

/** Runs `write` at the end of this transaction: for writes whose locks other transactions should wait for only briefly. */
export function beforeCommit(tx: Tx, write: () => Promise<void>): void {
  lastWrites.set(tx, [...(lastWrites.get(tx) ?? []), write])
}

async function inside<T>(db: Db, mode: string, work: (tx: Tx<RefusalCode>) => Promise<T>): Promise<T> {
  const { tx, end } = await open(db, mode)
  try {
    const result = await work(tx)
    for (const write of lastWrites.get(tx) ?? []) await write()
    await end('commit')
    for (const effect of effects.get(tx) ?? []) effect(db)
    return result
  } catch (error) {
    await end('rollback').catch(() => {}) // PostgreSQL rolls back when the connection ends
    throw error
  }
}

/**
 * Runs `work` in one READ COMMITTED transaction and commits. PostgreSQL requires a transaction to be retried if it lost a
 * deadlock or a serialization conflict (on distributed engines often): this is done here, at most five times, so `work`
 * may run again from the start and must do nothing but talk to the database.
 */
export async function transaction<T, Code extends RefusalCode = never>(
  db: Db & Partial<MayRefuse<Code>>,
  work: (tx: Tx<Code>) => Promise<T>,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await inside(db, 'isolation level read committed', work)
    } catch (error) {
      if (retries === RETRIES_MAX || !asksToRepeat(error)) throw error
      await wait(Math.random() * 10 * 2 ** retries) // jitter, so that two rivals do not collide again
    }
  }
}

/** Runs `work` in one transaction that is not retried and fails if it waits for a lock longer than `lockMs`. */
export function impatientTransaction<T>(db: Db, lockMs: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inside(db, `isolation level read committed; set local lock_timeout = ${lockMs}`, work)
}

/**
 * Takes locks in one statement, in this order: each part is a statement that locks rows and returns them, and begins when
 * the previous part has all of its locks. Read the data in a later statement: this one sees the state before its wait.
 */
export async function lockInOrder(tx: Tx, parts: readonly Sql[]): Promise<void> {
  const name = (n: number) => sql.raw(`locked_${n}`)
  const selects = parts.map((part, n) => sql`${name(n)} as materialized (${part})`)
  const counts = parts.map((_, n) =>
    n === 0
      ? sql`(select count(*) as rows from ${name(n)}) as after_0`
      : sql`lateral (select count(*) as rows from ${name(n)} where ${sql.raw(`after_${n - 1}`)}.rows >= 0) as ${sql.raw(`after_${n}`)}`,
  )
  await sql`with ${sql.join(selects)} select from ${sql.join(counts)}`.execute(tx)
}

/** Sets a savepoint. The returned function rolls back everything after it, including a failed statement. */
export async function setSavepoint(tx: Tx): Promise<() => Promise<void>> {
  await sql`savepoint point`.execute(tx)
  const [effectsBefore, writesBefore] = [effects.get(tx) ?? [], lastWrites.get(tx) ?? []]
  return async () => {
    await sql`rollback to savepoint point`.execute(tx)
    effects.set(tx, effectsBefore)
    lastWrites.set(tx, writesBefore)
  }
}

/** The row that a statement must return. Throws an error that names `what` was read if there is none. */
export function onlyRow<Row>(rows: readonly Row[], what: string): Row {
  const [row] = rows
  if (row === undefined) throw new Error(`${what}: the database returned no row`)
  return row
}

/** Runs several statements that all see one moment. Inside a transaction it uses that transaction. */
export function readInOneMoment<T>(db: Db, read: (moment: Db) => Promise<T>): Promise<T> {
  return db.begin ? inside(db, 'isolation level repeatable read, read only', read) : read(db)
}

function asksToRepeat(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01'
}
