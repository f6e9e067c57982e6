/**
 * Calls that stand in line behind one that runs and then share a transaction (docs/decisions/0321-natural-batches.md), and what
 * holds for every use case that may be handed several of them.
 */
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { balancesOf } from '../../server/src/ledger/balances.ts'
import { balanceAdjusted, type UserAccount } from '../../server/src/ledger/movements.ts'
import { post, type RefusedBy } from '../../server/src/ledger/post.ts'
import { makeDb, onlyRow, openPool, transaction, type Tx } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { paise } from '@bittkosh/contract/money'
import { type Fault, faults, faultsOn } from './faults.ts'
import { expectInvariants } from './invariants.ts'
import { approveKycOf } from './kyc.ts'
import { untilOneWaits } from './locks.ts'
import { type Answer, type TestServer, testServer, type TestUser } from './server.ts'

export const isTogether = (text: string) => text.startsWith('begin') && text.includes('lock_timeout')
export const isAlone = (text: string) => text.startsWith('begin') && !isTogether(text)
export const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)
let keys = 0
export const newKey = () => `together-${keys++}`

/** Makes somebody whose call leads the line. */
type Lead = () => Promise<{ user: TestUser; ask: () => Promise<Answer> }>
type InLine = {
  /** What happens before those in line begin. */
  meanwhile?: (tx: Tx) => Promise<unknown>
  /** What fails of the nth statement of the transaction of several. */
  strike?: (n: number) => Fault | null
}
export type Line = {
  server: TestServer
  /** Every statement that is sent while this works. */
  textsOf<T>(work: () => Promise<T>): Promise<{ result: T; texts: string[] }>
  /**
   * Makes calls that stand in line behind another one, in this order, until that one ends. Tells how many transactions there
   * were for several and for one.
   */
  inLine(
    asks: readonly (() => Promise<Answer>)[],
    meanwhile?: InLine,
  ): Promise<{ answers: Answer[]; together: number; alone: number }>
  /** A second program on the same database, while this works. */
  withAnother<T>(work: (other: TestServer) => Promise<T>): Promise<T>
  /** At each statement two kinds of failures and at the commit all of them, of which some leave open whether it took effect. */
  struck: readonly { place: number; fault: Fault }[]
}

type Database = Awaited<ReturnType<typeof import('./database.ts').testDatabase>>

/** `places`: the statements of a transaction of several, from begin to commit. */
export async function lineBehind(database: Database, { lead, places }: { lead: Lead; places: number }): Promise<Line> {
  const injector = faultsOn(database.pool)
  const server = await testServer({ database })
  const { db, settings } = server.services
  afterAll(async () => {
    await expectInvariants(server)
    await server.close()
  })
  /** No round ends before its time, however slow the machine. */
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const arrived = { calls: 0 }
  const current = settings.current.bind(settings)
  settings.current = async () => {
    const now = await current()
    arrived.calls++ // nothing but microtasks between this and the line
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

/** Approves an identity document and a deposit of a user, whose welcome bonus may then leave and whose friend earns a reward. */
export async function prove(server: TestServer, user: TestUser, admin: TestUser): Promise<void> {
  await approveKycOf(server, user, admin)
  const method = { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank', qr_code_url: '' } }
  const { id } = (await server.call('POST', '/deposit-methods', { as: admin, body: method })).body
  const paid = { amount: 2_000, transaction_id: `UTR ${user.id}`, payment_method: id }
  const filed = await server.call('POST', '/deposits', { as: user, body: paid })
  const decided = await server.call('PUT', `/deposits/${filed.body.id}`, {
    as: admin,
    body: { status: 'approved', approved_amount: 2_000 },
  })
  expect(decided.status).toBe(200)
}

/** A call that anybody who is ready makes with the same body, and that moves `rupees` into one of their accounts. */
type Use = {
  path: string
  body: () => object
  rupees: number
  into: UserAccount
  places: number
  /** For a person with ₹10,000 in the wallet. */
  makeReady?: (server: TestServer, user: TestUser) => Promise<unknown>
  /** Leaves them less than the call takes. */
  spend: (server: TestServer, user: TestUser) => Promise<unknown>
}

/** What holds of every such call. Returns what tests of one need. */
export async function testTogether(database: Database, use: Use) {
  const ask = (as: TestUser, key = newKey(), on: TestServer = line.server) =>
    on.call('POST', use.path, { as, body: use.body(), key })
  const person = async () => {
    const user = await line.server.makeUser({ walletRupees: 10_000 })
    await use.makeReady?.(line.server, user)
    return user
  }
  const lead = async () => {
    const user = await person()
    return { user, ask: () => ask(user) }
  }
  const line: Line = await lineBehind(database, { lead, places: use.places })
  const { server, inLine } = line
  const admin = await server.makeUser({ role: 'admin' })
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => person()))
  const held = async (user: TestUser) => (await balancesOf(server.services.db, user.id))[use.into]
  /** Makes calls and tells how often each of these people's money moved meanwhile. */
  async function moved<T>(users: readonly TestUser[], work: () => Promise<T>): Promise<{ result: T; times: number[] }> {
    const before = await Promise.all(users.map(held))
    const result = await work()
    const after = await Promise.all(users.map(held))
    return { result, times: after.map((balance, n) => Number(balance - (before[n] ?? 0n)) / 100 / use.rupees) }
  }

  test('go together in one transaction, and each is answered and kept as if it were alone', async () => {
    const users = await people(5)
    const own = users.map(() => newKey())
    const { result, times } = await moved(users, () => inLine(users.map((user, n) => () => ask(user, own[n]))))
    expect(times).toEqual([1, 1, 1, 1, 1])
    expect(result).toMatchObject({ together: 1, alone: 0 })
    expect(statuses(result.answers)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(result.answers.map(({ body }) => body.number)).size).toBe(5)
    const again = await moved(users, () => Promise.all(users.map((user, n) => ask(user, own[n]))))
    expect(again.times).toEqual([0, 0, 0, 0, 0])
    expect(again.result.map(({ status, body }) => [status, body])).toEqual(
      result.answers.map(({ body }) => [201, body]),
    )
  })

  test('one that comes when nobody runs has the transaction of its own, and no more statements than one of several', async () => {
    const user = await person()
    await ask(user)
    const { result, texts } = await line.textsOf(() => ask(user))
    expect(result.status).toBe(201)
    expect([texts.filter(isTogether), texts.filter(isAlone).length]).toEqual([[], 1])
    expect(texts.slice(texts.findIndex(isAlone))).toHaveLength(use.places)
  })

  test('who has too little, is deactivated or comes again leaves the others, and is answered as if they were alone', async () => {
    const users = await people(5)
    const [fine, poor, gone, again, last] = users as [TestUser, TestUser, TestUser, TestUser, TestUser]
    const key = newKey()
    const first = await ask(again, key)
    await use.spend(server, poor)
    const { result, times } = await moved(users, () =>
      inLine([() => ask(fine), () => ask(poor), () => ask(gone), () => ask(again, key), () => ask(last)], {
        meanwhile: () => server.call('POST', `/users/${gone.id}/toggle-status`, { as: admin }),
      }),
    )
    expect(times).toEqual([1, 0, 0, 0, 1])
    expect(result.answers.map(({ status, body }) => [status, body.code])).toEqual([
      [201, undefined],
      [422, 'insufficient_balance'],
      [401, 'unauthorized'],
      [201, undefined],
      [201, undefined],
    ])
    expect(result.answers[3]?.body).toEqual(first.body)
    expect(result).toMatchObject({ together: 1, alone: 3 })
  })

  describe('one person', () => {
    test('who calls twice with one key moves money once and is answered the same', async () => {
      const [user, other] = (await people(2)) as [TestUser, TestUser]
      const key = newKey()
      const { result, times } = await moved([user, other], () =>
        inLine([() => ask(user, key), () => ask(other), () => ask(user, key)]),
      )
      expect(times).toEqual([1, 1])
      expect(statuses(result.answers)).toEqual([201, 201, 201])
      expect(result.answers[2]?.body).toEqual(result.answers[0]?.body)
    })

    test('whose key belongs to another call hears that', async () => {
      const [user, other, third] = (await people(3)) as [TestUser, TestUser, TestUser]
      const key = newKey()
      await server.call('POST', use.path, { as: user, body: { ...use.body(), amount: use.rupees + 1 }, key })
      const { result, times } = await moved([user, other, third], () =>
        inLine([() => ask(user, key), () => ask(other), () => ask(third)]),
      )
      expect(times).toEqual([0, 1, 1])
      expect(result.answers.map(({ body }) => body.code)).toEqual(['key_reused', undefined, undefined])
    })
  })

  if (use.into !== 'wallet')
    test('money that leaves the wallet between the reading and the writing is not spent, and the others are not kept from theirs', async () => {
      const users = await people(3)
      const [first, poor, last] = users as [TestUser, TestUser, TestUser]
      const { result, times } = await moved(users, async () => {
        let running: ReturnType<typeof inLine> | undefined
        await transaction(server.services.db, async (tx) => {
          await takeAway(tx, poor, 9_500)
          running = inLine([() => ask(first), () => ask(poor), () => ask(last)])
          await untilItBlocks(tx)
        })
        return running
      })
      expect(result?.answers.map(({ body }) => body.code)).toEqual([undefined, 'insufficient_balance', undefined])
      expect(result).toMatchObject({ together: 1, alone: 3 })
      expect(times).toEqual([1, 0, 1])
    })

  test('on two programs at once, each person once and nobody waits in a circle', async () => {
    await line.withAnother(async (other) => {
      const users = await people(24)
      const { result, times } = await moved(users, () =>
        Promise.all(
          users.flatMap((user, n) => {
            const key = newKey() // both programs get it, in another order
            return [ask(user, key, n % 2 ? server : other), ask(user, key, n % 2 ? other : server)]
          }),
        ),
      )
      expect(new Set(statuses(result))).toEqual(new Set([201]))
      expect(times).toEqual(users.map(() => 1))
    })
  })

  test.each(line.struck)(
    '$fault at statement $place of several: each runs alone, and nothing happens twice',
    async ({ place, fault }) => {
      const users = await people(3)
      let hits = 0
      const strike = (n: number) => (n === place && hits++ === 0 ? fault : null)
      const { result, times } = await moved(users, () =>
        inLine(
          users.map((user) => () => ask(user)),
          { strike },
        ),
      )
      expect(hits).toBeGreaterThan(0)
      expect(statuses(result.answers)).toEqual([201, 201, 201])
      expect(times).toEqual([1, 1, 1])
    },
  )

  return { ...line, admin, ask, people, moved }
}

async function takeAway(tx: Tx<RefusedBy>, { id: user }: TestUser, rupees: number): Promise<void> {
  const change = paise(BigInt(-rupees * 100))
  const { rows } = await sql<{ id: number; at: Date }>`
    insert into balance_adjustments (user_id, change, reason, created_at)
    select ${user}, ${change}, 'test', max(created_at) from users
    returning id, created_at as at`.execute(tx)
  const { id, at } = onlyRow(rows, 'an adjustment')
  await post(tx, at, balanceAdjusted({ id, user, change }))
}

/** Waits until somebody waits for what this transaction has locked. */
async function untilItBlocks(tx: Tx): Promise<void> {
  for (let found = 0; found === 0;) {
    const { rows } = await sql`
      select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(tx)
    found = rows.length
  }
}
