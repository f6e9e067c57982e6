import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paise } from '@bittkosh/contract/money'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformTotals, runningBalances } from '../../../tests/support/ledger.ts'
import { type TestServer, testServer } from '../../../tests/support/server.ts'
import { transaction } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refuse.ts'
import { checkAcknowledged, confirmLosses, openLosses, storeLoss } from './acknowledged.ts'
import { balancesOf } from './balances.ts'
import { invariants } from './invariants.ts'
import {
  depositApproved,
  flexibleDeposited,
  flexibleWithdrawn,
  interestPosted,
  type Movement,
  planBought,
  planClaimed,
  transferCompleted,
  withdrawalApproved,
  withdrawalReleased,
  withdrawalRequested,
} from './movements.ts'
import { post } from './post.ts'
import { sql } from '../platform/database/sql.ts'

let server: TestServer
const at = new Date('2026-03-31T10:00:00Z')
let nextId = 1_000_000
const fresh = () => nextId++

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const db = () => server.services.db
const posting = (movements: Movement | Movement[]) => transaction(db(), (tx) => post(tx, at, movements))
const balances = (user: number) => balancesOf(db(), user)
async function fundedUser(rupees: number) {
  const { id } = await server.makeUser()
  if (rupees > 0)
    await posting(depositApproved({ id: fresh(), user: id, method: 'upi', amount: paise(BigInt(rupees) * 100n) }))
  return id
}
async function expectSound() {
  for (const { name, find } of invariants) {
    const ofLedger = (await find(db())).filter((finding) => !finding.startsWith('user '))
    expect(ofLedger, name).toEqual([])
  }
}

test('a deposit is credited to the wallet and debited from the cash account', async () => {
  const before = await platformTotals(db())
  const user = await fundedUser(1000)
  expect(await balances(user)).toEqual({ wallet: 100_000n, flexible: 0n, invested: 0n, held: 0n })
  expect((await platformTotals(db())).cash_upi).toBe(before.cash_upi - 100_000n)
})

test('posting no movements returns no transfers', async () => expect(await posting([])).toEqual([]))

test('writes alongside a movement commit with it or not at all, and without a movement they are refused', async () => {
  const user = await fundedUser(10)
  const named = (name: string) => [sql`update users set name = ${name} where id = ${user}`, sql`delete from flags`]
  const buying = (rupees: bigint, name: string) =>
    transaction(db(), (tx) =>
      post(tx, at, flexibleDeposited({ id: fresh(), user, amount: paise(rupees * 100n) }), { alongside: named(name) }),
    )
  const nameNow = async () => (await sql`select name from users where id = ${user}`.execute(db())).rows
  await buying(4n, 'Asha')
  expect(await nameNow()).toEqual([{ name: 'Asha' }])
  await expect(buying(7n, 'Asha Rao')).rejects.toMatchObject({ refused: { code: 'insufficient_balance' } })
  const alongsideNone = transaction(db(), (tx) => post(tx, at, [], { alongside: named('Asha Rao') }))
  await expect(alongsideNone).rejects.toThrow('writes alongside no movement')
  expect(await nameNow()).toEqual([{ name: 'Asha' }])
})

test('posted transfers are looked for again later, and reported missing by number and cause if they are gone', async () => {
  const lost = await testServer()
  try {
    const { db: its, config } = lost.services
    const { id: user } = await lost.makeUser()
    const deposits = [1, 2].map(() => depositApproved({ id: fresh(), user, method: 'upi', amount: paise(100n) }))
    const transfers = await transaction(its, (tx) => post(tx, at, deposits))
    await transaction(its, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`delete from ledger_transfers where id = any (${transfers}::bigint[])`.execute(tx)
    })
    const marks = deposits.map(
      ({ cause }, n) => `transfer ${transfers[n]} (deposit ${cause.subjectId} ${cause.event} - ${at.toISOString()})`,
    )
    const { missing } = await checkAcknowledged({ db: its, config }, async () => 1)
    expect(missing).toEqual(marks)
  } finally {
    await lost.close()
  }
})

test('a damaged list of what was seen is reported, not taken for an empty one', async () => {
  const other = await testServer()
  try {
    const { db: its, config } = other.services
    writeFileSync(join(config.dataDir, 'acknowledged.json'), '{"place":"')
    const checking = checkAcknowledged({ db: its, config }, async () => 1)
    await expect(checking).rejects.toThrow(/acknowledged\.json is damaged/)
  } finally {
    await other.close()
  }
})

test('the open loss names what any process misses; after it is confirmed, another one begins', async () => {
  const storing = (...missing: string[]) => transaction(db(), (tx) => storeLoss(tx, at, missing))
  const { id } = await storing('transfer 2', 'transfer 3')
  expect(await storing('transfer 3', 'transfer 4')).toEqual({ id, isNew: false })
  expect(await openLosses(db())).toMatchObject([{ id, missing: ['transfer 2', 'transfer 3', 'transfer 4'] }])
  await confirmLosses(db(), at)
  expect(await openLosses(db())).toEqual([])
  expect(await storing('transfer 5')).toEqual({ id: expect.any(Number), isNew: true })
  expect(await openLosses(db())).toMatchObject([{ missing: ['transfer 5'] }])
  await confirmLosses(db(), at)
})

test('an overdraft is refused by name, on the amount, and changes nothing', async () => {
  const user = await fundedUser(10)
  const overdraft = posting(withdrawalRequested({ id: fresh(), user, amount: paise(1001n) }))
  await expect(overdraft).rejects.toMatchObject({ refused: { code: 'insufficient_balance', field: 'amount' } })
  expect((await balances(user)).wallet).toBe(1000n)
})

test('approving and rejecting share a cause, so the second is refused', async () => {
  const user = await fundedUser(100)
  const withdrawal = { id: fresh(), user, amount: paise(10_000n) }
  await posting(withdrawalRequested(withdrawal))
  await posting(withdrawalApproved({ ...withdrawal, type: 'bank', fee: paise(700n) }))
  await expect(posting(withdrawalReleased(withdrawal))).rejects.toHaveProperty('refused', { code: 'already_moved' })
  expect(await balances(user)).toMatchObject({ wallet: 0n, held: 0n })
})

test('a balance cannot grow past its limit', async () => {
  const user = await fundedUser(0)
  const tooMuch = depositApproved({ id: fresh(), user, method: 'bank', amount: paise(10n ** 15n + 1n) })
  await expect(posting(tooMuch)).rejects.toMatchObject({ refused: { code: 'balance_limit' } })
})

const send = (sender: number, receiver: number, amount: bigint) =>
  transferCompleted({ id: fresh(), sender, receiver, amount: paise(amount), fee: paise(0n) })

test('movements posted together are posted in order: the second spends what the first brings', async () => {
  const [one, other] = [await fundedUser(10), await fundedUser(0)]
  const transfers = await transaction(db(), (tx) => post(tx, at, [send(one, other, 400n), send(other, one, 300n)]))
  expect(transfers).toEqual(transfers.toSorted((a, b) => Number(a - b)))
  expect([(await balances(one)).wallet, (await balances(other)).wallet]).toEqual([900n, 100n])
  expect(await runningBalances(db(), one, 'wallet')).toEqual([1000n, 600n, 900n])
})

// A few legs are posted one after another, many in one statement; the rules are the same.
describe.each([1, 30])('%i deposits posted together with', (others) => {
  const together = (...movements: Movement[]) => posting([...filling(), ...movements])
  let filling: () => Movement[]
  beforeAll(async () => {
    const users = await Promise.all(Array.from({ length: others }, () => fundedUser(0)))
    filling = () => users.map((user) => depositApproved({ id: fresh(), user, method: 'bank', amount: paise(1n) }))
  })

  test.each<[string, (user: number) => Movement[], object]>([
    [
      'an overdraft in between, though it ends well',
      (user) => [
        flexibleDeposited({ id: fresh(), user, amount: paise(1n) }),
        depositApproved({ id: fresh(), user, method: 'upi', amount: paise(1n) }),
      ],
      { refused: { code: 'insufficient_balance', field: 'amount' } },
    ],
    [
      'a balance past its limit in between',
      (user) => [
        depositApproved({ id: fresh(), user, method: 'upi', amount: paise(10n ** 15n + 1n) }),
        flexibleDeposited({ id: fresh(), user, amount: paise(10n ** 15n) }),
      ],
      { refused: { code: 'balance_limit', field: 'amount' } },
    ],
    [
      'one event twice',
      (user) => {
        const id = fresh()
        return [1, 2].map(() => depositApproved({ id, user, method: 'upi', amount: paise(1n) }))
      },
      { refused: { code: 'already_moved' } },
    ],
    [
      'an account that does not exist',
      () => [depositApproved({ id: fresh(), user: 2_000_000_000, method: 'upi', amount: paise(1n) })],
      { message: expect.stringMatching(/does not exist|legs have an account/) },
    ],
  ])('%s are refused and change nothing', async (_what, movements, error) => {
    const user = await fundedUser(0)
    const before = await platformTotals(db())
    await expect(together(...movements(user))).rejects.toMatchObject(error)
    expect((await balances(user)).wallet).toBe(0n)
    expect(await platformTotals(db())).toEqual(before)
  })
})

test('movements posted together have the same result as one after another', async () => {
  const step = fc.record({ from: fc.nat(3), to: fc.nat(2), amount: fc.bigInt(1n, 60_000n) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const users = await Promise.all([fundedUser(1000), fundedUser(500), fundedUser(0), fundedUser(0)])
      const histories = [[100_000n], [50_000n], [] as bigint[], [] as bigint[]]
      const movements = steps.map(({ from, to, amount }) => {
        const receiver = (from + 1 + to) % 4
        for (const [who, change] of [
          [from, -amount],
          [receiver, amount],
        ] as const)
          histories[who]?.push((histories[who].at(-1) ?? 0n) + change)
        return send(users[from] ?? 0, users[receiver] ?? 0, amount)
      })
      const isPossible = histories.flat().every((balance) => balance >= 0n)
      const posted = posting(movements)
      if (!isPossible) await expect(posted).rejects.toMatchObject({ refused: { code: 'insufficient_balance' } })
      else {
        await posted
        for (const [n, user] of users.entries())
          expect(await runningBalances(db(), user, 'wallet')).toEqual(histories[n])
      }
    }),
    { numRuns: 40 },
  )
  await expectSound()
})

test('a refusal rolls back the whole transaction', async () => {
  const user = await fundedUser(10)
  const both = posting([
    flexibleDeposited({ id: fresh(), user, amount: paise(600n) }),
    flexibleDeposited({ id: fresh(), user, amount: paise(600n) }),
  ])
  await expect(both).rejects.toBeInstanceOf(Refusal)
  expect(await balances(user)).toMatchObject({ wallet: 1000n, flexible: 0n })
})

test('a movement that moves nothing cannot be made', () => {
  expect(() => flexibleDeposited({ id: 1, user: 1, amount: paise(0n) })).toThrow('moves nothing')
  expect(() => interestPosted({ day: '2026-03-31', credits: [] })).toThrow('moves nothing')
})

describe('a movement with many legs', () => {
  const everyone = async () => Promise.all(Array.from({ length: 60 }, () => fundedUser(0)))
  const interest = (users: number[], day: string) =>
    interestPosted({ day, credits: users.map((user, n) => ({ user, amount: paise(BigInt(n + 1)) })) })

  test('credits each account once, against one entry of the platform', async () => {
    const users = await everyone()
    const before = (await platformTotals(db())).expense_flexible_interest
    await posting(interest(users, '2026-03-30'))
    const held = await Promise.all(users.map(balances))
    expect(held.map((user) => user.flexible)).toEqual(users.map((_, n) => BigInt(n + 1)))
    expect((await platformTotals(db())).expense_flexible_interest).toBe(before - 1_830n)
    await expect(posting(interest(users, '2026-03-30'))).rejects.toMatchObject({ refused: { code: 'already_moved' } })
    await expectSound()
  })

  test('moves nothing if one of its accounts does not exist', async () => {
    const users = await everyone()
    const [first = 0] = users
    await expect(posting(interest([...users, 2_000_000_000], '2026-03-29'))).rejects.toThrow('legs have an account')
    expect((await balances(first)).flexible).toBe(0n)
  })
})

describe('the database defends itself', () => {
  test.each([
    ['changing an entry', sql`update ledger_entries set amount = amount + 1`],
    ['deleting an entry', sql`delete from ledger_entries`],
    ['truncating entries', sql`truncate ledger_entries`],
    ['truncating the closed days', sql`truncate ledger_closed`],
    ['truncating the signatures of days', sql`truncate day_closings`],
    ['truncating interest', sql`truncate flexible_interest`],
    ['truncating lines of statements', sql`truncate statement_lines`],
    ['changing a transfer', sql`update ledger_transfers set event = 'x'`],
    ['deleting a transfer', sql`delete from ledger_transfers`],
    ['setting a balance', sql`update ledger_accounts set balance = 5 where user_id is not null`],
    [
      "opening a user's account for nobody",
      sql`insert into ledger_accounts (holder, kind, balance) values (0, 'held', null)`,
    ],
    [
      'opening an account of a kind that does not exist',
      sql`insert into ledger_accounts (holder, kind) values (0, 'cash_cheque')`,
    ],
    [
      'opening an account under the name of another',
      sql`insert into ledger_accounts (user_id, holder, kind, balance) select id, 2000000001, 'wallet', 0 from users limit 1`,
    ],
    ['giving an account away', sql`update ledger_accounts set user_id = 5, holder = 5 where user_id is not null`],
  ])('%s is refused', async (_case, statement) => {
    await fundedUser(1)
    await expect(statement.execute(db())).rejects.toThrow(
      /append-only|only through ledger_post|cannot truncate|needs its user|violates check constraint/,
    )
  })

  test.each([
    [
      'of an account that opens as a wallet',
      sql`insert into ledger_accounts (user_id, holder, kind, balance, settled_through, low_day, low, interest_due)
          select id, 2000000001, 'wallet', 0, '2026-01-01', '2026-01-02', 0, 0 from users limit 1`,
    ],
    [
      'of a wallet',
      sql`update ledger_accounts set settled_through = '2026-01-01', low_day = '2026-01-02', low = 0, interest_due = 0
           where kind = 'wallet'`,
    ],
    [
      'without the lowest balance',
      sql`update ledger_accounts set settled_through = '2026-01-01', low_day = '2026-01-02', low = null, interest_due = 0
           where kind = 'flexible'`,
    ],
    [
      'beside a change of the balance',
      sql`update ledger_accounts set balance = balance, settled_through = '2026-01-01', low_day = '2026-01-02', low = -1, interest_due = 0
           where kind = 'flexible'`,
    ],
  ])('the state of Earn %s is refused', async (_case, statement) => {
    await fundedUser(1)
    const changing = transaction(db(), async (tx) => {
      await sql`select set_config('bittkosh.posting', 'on', true)`.execute(tx)
      await statement.execute(tx)
    })
    await expect(changing).rejects.toThrow('has not earned')
  })

  const calling = (movements: number, legs: [movement: number, user: number, kind: string, amount: number][]) => sql`
    select ledger_post(${at}, array_fill('deposit'::text, array[${movements}::integer]),
             array(select ${fresh()}::integer + n from generate_series(1, ${movements}::integer) as n),
             array_fill('decided'::text, array[${movements}::integer]), array_fill(null::date, array[${movements}::integer]),
             array_fill('deposit'::text, array[${movements}::integer]),
             ${legs.map(([movement]) => movement)}::integer[], ${legs.map(([, user]) => user)}::integer[],
             ${legs.map(([, , kind]) => kind)}::text[], ${legs.map(([, , , amount]) => amount)}::bigint[])`

  test.each<[string, number, (user: number) => [number, number, string, number][]]>([
    [
      'do not sum to zero',
      1,
      (user) => [
        [1, 0, 'cash_upi', -1],
        [1, user, 'wallet', 2],
      ],
    ],
    [
      'sum to zero only together',
      2,
      (user) => [
        [1, 0, 'cash_upi', -1],
        [2, user, 'wallet', 1],
      ],
    ],
    ['are missing', 1, () => []],
    [
      'are missing for one of two',
      2,
      (user) => [
        [1, 0, 'cash_upi', -1],
        [1, user, 'wallet', 1],
      ],
    ],
    [
      'name a movement that is not there',
      1,
      (user) => [
        [2, 0, 'cash_upi', -1],
        [2, user, 'wallet', 1],
      ],
    ],
    [
      'move nothing',
      1,
      (user) => [
        [1, 0, 'cash_upi', 0],
        [1, user, 'wallet', 0],
      ],
    ],
    [
      'name an account of the platform that is not there',
      1,
      (user) => [
        [1, 0, 'cash_x', -1],
        [1, user, 'wallet', 1],
      ],
    ],
  ])('legs that %s are refused', async (_case, movements, legs) => {
    const user = await fundedUser(1)
    await expect(calling(movements, legs(user)).execute(db())).rejects.toThrow(/sum to zero|violates/)
    expect((await balances(user)).wallet).toBe(100n)
  })

  test('many legs of one account that are not adjacent are refused', async () => {
    const user = await fundedUser(1)
    const kinds = ['wallet', 'held'] as const
    const legs = Array.from({ length: 20 }, (_, n): [number, number, string, number] => [
      1,
      user,
      kinds[n % 2]!,
      n % 2 ? 1 : -1,
    ])
    await expect(calling(1, legs).execute(db())).rejects.toThrow('legs have an account')
  })

  test('an account that does not exist is refused', async () => {
    const unknown = depositApproved({ id: fresh(), user: 2_000_000_000, method: 'upi', amount: paise(1n) })
    await expect(posting(unknown)).rejects.toThrow('does not exist')
  })
})

test('opposing transfers from many connections lose nothing and never fail', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => fundedUser(100)))
  const attempts = Array.from({ length: 240 }, (_, n) => {
    const sender = users[n % 4] ?? 0
    const receiver = users[(n + 1 + (n % 3)) % 4] ?? 0
    return transferCompleted({
      id: fresh(),
      sender,
      receiver,
      amount: paise(BigInt(1 + (n % 97)) * 31n),
      fee: paise(3n),
    })
  })
  const waiting = attempts.values()
  const outcomes: PromiseSettledResult<unknown>[] = []
  // as many at once as there are connections: waiting for a free one times out after a while
  const each = async () => {
    for (const movement of waiting) outcomes.push(...(await Promise.allSettled([posting(movement)])))
  }
  await Promise.all(Array.from({ length: 20 }, each))
  expect(outcomes).toHaveLength(attempts.length)
  const unexpected = outcomes.filter((outcome) => outcome.status === 'rejected' && !(outcome.reason instanceof Refusal))
  expect(unexpected).toEqual([])
  const held = await Promise.all(users.map(balances))
  const fees = BigInt(outcomes.filter((outcome) => outcome.status === 'fulfilled').length) * 3n
  expect(held.reduce((sum, user) => sum + user.wallet, 0n)).toBe(40_000n - fees)
  await expectSound()
})

test('one event posted by fifty connections at once moves money once', async () => {
  const user = await fundedUser(0)
  const decided = { id: fresh(), user, method: 'crypto' as const, amount: paise(5_000n) }
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => posting(depositApproved(decided))))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  expect((await balances(user)).wallet).toBe(5_000n)
})

test('a random run keeps every balance equal to a model of it', async () => {
  const users = [await fundedUser(0), await fundedUser(0), await fundedUser(0)] as const
  const model = new Map(users.map((user) => [user, { wallet: 0n, flexible: 0n, invested: 0n, held: 0n }]))
  const step = fc.record({
    event: fc.constantFrom('deposit', 'hold', 'release', 'pay', 'earn', 'leave', 'buy', 'claim', 'send'),
    who: fc.nat(2),
    to: fc.nat(2),
    amount: fc.bigInt(1n, 100_000n),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      for (const { event, who, to, amount } of steps) {
        const user = users[who as 0 | 1 | 2]
        const other = users[to as 0 | 1 | 2]
        const mine = model.get(user) ?? never()
        const theirs = model.get(other) ?? never()
        const fee = amount / 10n
        const sum = paise(amount)
        const [movement, legs] = ((): [Movement, [typeof mine, keyof typeof mine, bigint][]] => {
          const id = fresh()
          switch (event) {
            case 'deposit':
              return [depositApproved({ id, user, method: 'upi', amount: sum }), [[mine, 'wallet', amount]]]
            case 'hold':
              return [
                withdrawalRequested({ id, user, amount: sum }),
                [
                  [mine, 'wallet', -amount],
                  [mine, 'held', amount],
                ],
              ]
            case 'release':
              return [
                withdrawalReleased({ id, user, amount: sum }),
                [
                  [mine, 'held', -amount],
                  [mine, 'wallet', amount],
                ],
              ]
            case 'pay':
              return [
                withdrawalApproved({ id, user, type: 'upi', amount: sum, fee: paise(fee) }),
                [[mine, 'held', -amount]],
              ]
            case 'earn':
              return [
                flexibleDeposited({ id, user, amount: sum }),
                [
                  [mine, 'wallet', -amount],
                  [mine, 'flexible', amount],
                ],
              ]
            case 'leave':
              return [
                flexibleWithdrawn({ id, user, amount: sum }),
                [
                  [mine, 'flexible', -amount],
                  [mine, 'wallet', amount],
                ],
              ]
            case 'buy':
              return [
                planBought({ id, user, amount: sum }),
                [
                  [mine, 'wallet', -amount],
                  [mine, 'invested', amount],
                ],
              ]
            case 'claim':
              return [
                planClaimed({ id, user, amount: sum, profit: paise(fee) }),
                [
                  [mine, 'invested', -amount],
                  [mine, 'wallet', amount + fee],
                ],
              ]
            default:
              return [
                transferCompleted({
                  id,
                  sender: user,
                  receiver: user === other ? (users[(who + 1) % 3] ?? 0) : other,
                  amount: sum,
                  fee: paise(fee),
                }),
                [
                  [mine, 'wallet', -amount - fee],
                  [user === other ? (model.get(users[(who + 1) % 3] ?? 0) ?? never()) : theirs, 'wallet', amount],
                ],
              ]
          }
        })()
        const possible = legs.every(([holder, account, change]) => holder[account] + change >= 0n)
        const outcome = await posting(movement).then(
          () => 'posted',
          (error: unknown) => (error instanceof Refusal ? error.refused.code : never(error)),
        )
        expect(outcome).toBe(possible ? 'posted' : 'insufficient_balance')
        if (possible) for (const [holder, account, change] of legs) holder[account] += change
      }
      for (const user of users) expect(await balances(user)).toEqual(model.get(user))
    }),
    { numRuns: 20 },
  )
  await expectSound()
})

function never(error?: unknown): never {
  throw error instanceof Error ? error : new Error('unreachable')
}
