/** Tests for every use case whose calls may be batched (docs/decisions/0321-natural-batches.md). */
import { paise } from '@bittkosh/contract/money'
import { describe, expect, test } from 'vitest'
import { balancesOf } from '../../server/src/ledger/balances.ts'
import { balanceAdjusted, type UserAccount } from '../../server/src/ledger/movements.ts'
import { post, type RefusedBy } from '../../server/src/ledger/post.ts'
import { onlyRow, transaction, type Tx } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { type Database, isAlone, isTogether, type Line, lineBehind, newKey, statuses } from './line.ts'
import type { TestServer, TestUser } from './server.ts'

/** A call that any prepared person makes with the same body, and that moves `rupees` into one of their accounts. */
type Use = {
  path: string
  body: () => object
  rupees: number
  into: UserAccount
  places: number
  /** Prepares a person with ₹10,000 in the wallet. */
  makeReady?: (server: TestServer, user: TestUser) => Promise<unknown>
  /** The call locks the wallet before it reads it, so that a person with too little money leaves the batch in time. */
  locksWallet?: true
  /** Leaves them less than the call takes. */
  spend: (server: TestServer, user: TestUser) => Promise<unknown>
}

/** The tests for every such call. Returns what tests of a single use case need. */
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
  /** Makes calls and counts how often each of these people's money moved meanwhile. */
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
      expect(result).toMatchObject({ together: 1, alone: use.locksWallet ? 1 : 3 })
      expect(times).toEqual([1, 0, 1])
    })

  test('on two programs at once, each person once and nobody waits in a circle', async () => {
    await line.withAnother(async (other) => {
      const users = await people(24)
      const { result, times } = await moved(users, () =>
        Promise.all(
          users.flatMap((user, n) => {
            const key = newKey() // both programs get it, in a different order
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

/** Waits until some connection waits for a lock of this transaction. */
async function untilItBlocks(tx: Tx): Promise<void> {
  for (let found = 0; found === 0;) {
    const { rows } = await sql`
      select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(tx)
    found = rows.length
  }
}
