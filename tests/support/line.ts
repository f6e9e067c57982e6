/** Calls that queue behind a running one and then share a transaction (docs/decisions/0321-natural-batches.md). */
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { makeDb, transaction, type Tx } from '../../server/src/platform/database/database.ts'
import { openPool } from '../../server/src/platform/database/open.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { type Fault, faults, faultsOn } from './faults.ts'
import { expectInvariants } from './invariants.ts'
import { untilOneWaits } from './locks.ts'
import { type Answer, type TestServer, testServer, type TestUser } from './server.ts'

export const isTogether = (text: string) => text.startsWith('begin') && text.includes('lock_timeout')
export const isAlone = (text: string) => text.startsWith('begin') && !isTogether(text)
export const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)
let keys = 0
export const newKey = () => `together-${keys++}`

/** Creates a person whose call runs first. */
type Lead = () => Promise<{ user: TestUser; ask: () => Promise<Answer> }>
type InLine = {
  /** Runs before the queued calls begin. */
  meanwhile?: (tx: Tx) => Promise<unknown>
  /** The fault for the nth statement of the shared transaction. */
  strike?: (n: number) => Fault | null
}
export type Line = {
  server: TestServer
  /** Every statement that is sent while `work` runs. */
  textsOf<T>(work: () => Promise<T>): Promise<{ result: T; texts: string[] }>
  /**
   * Makes calls that queue behind another one, in this order, until that one ends. Counts the transactions for several calls and
   * for one.
   */
  inLine(
    asks: readonly (() => Promise<Answer>)[],
    meanwhile?: InLine,
  ): Promise<{ answers: Answer[]; together: number; alone: number }>
  /** A second program on the same database, while `work` runs. */
  withAnother<T>(work: (other: TestServer) => Promise<T>): Promise<T>
  /** Two kinds of faults at each statement and all of them at the commit, where some leave its outcome unknown. */
  struck: readonly { place: number; fault: Fault }[]
}

export type Database = Awaited<ReturnType<typeof import('./database.ts').testDatabase>>

/** `places`: the number of statements of a shared transaction, from begin to commit. */
export async function lineBehind(database: Database, { lead, places }: { lead: Lead; places: number }): Promise<Line> {
  const injector = faultsOn(database.pool)
  const server = await testServer({ database })
  const { db, settings } = server.services
  afterAll(async () => {
    await expectInvariants(server)
    await server.close()
  })
  /** No batch starts early, however slow the machine. */
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const arrived = { calls: 0 }
  const current = settings.current.bind(settings)
  settings.current = async () => {
    const now = await current()
    arrived.calls++ // only microtasks lie between this and the queue
    return now
  }

  async function inLine(asks: readonly (() => Promise<Answer>)[], { meanwhile, strike }: InLine = {}) {
    const leader = await lead()
    const texts: string[] = []
    let n = -1
    const work = async () => {
      let led: Promise<Answer> | undefined
      const running: Promise<Answer>[] = []
      await transaction(db, async (tx) => {
        await sql`select from users where id = ${leader.user.id} for update`.execute(tx)
        led = leader.ask()
        await untilOneWaits(db)
        for (const ask of asks) {
          const before = arrived.calls
          running.push(ask())
          while (arrived.calls === before) await setImmediate()
          await setImmediate()
        }
        await meanwhile?.(tx)
        texts.length = 0
      })
      expect((await led)?.status).toBeLessThan(300)
      return Promise.all(running)
    }
    const { result: answers } = await injector.during(({ text }) => {
      texts.push(text)
      if (isTogether(text)) n = 0
      else if (n >= 0) n++
      const isOfThem = n === 0 || (n > 0 && n < places)
      return (isOfThem && strike?.(n)) || null
    }, work)
    return { answers, together: texts.filter(isTogether).length, alone: texts.filter(isAlone).length }
  }

  return {
    server,
    inLine,
    async textsOf(work) {
      const texts: string[] = []
      const { result } = await injector.during(({ text }) => (texts.push(text), null), work)
      return { result, texts }
    },
    async withAnother(work) {
      vi.useRealTimers()
      const pool = openPool(database.url)
      const other = await testServer({ database: { ...database, db: makeDb(pool) } })
      const result = await work(other)
      await other.app.close()
      await pool.end()
      return result
    },
    struck: Array.from({ length: places }, (_, place) =>
      (place === places - 1
        ? faults
        : [faults[(2 * place) % faults.length]!, faults[(2 * place + 1) % faults.length]!]
      ).map((fault) => ({ place, fault })),
    ).flat(),
  }
}
