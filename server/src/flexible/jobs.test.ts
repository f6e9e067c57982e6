import { type EarnState, type InterestDay, moved, settle } from '@bittkosh/contract/flexible'
import { add, paise, ppm, ZERO } from '@bittkosh/contract/money'
import { referralShare } from '@bittkosh/contract/referrals'
import { addDays, dayOf, startOfDay } from '@bittkosh/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '../../../tests/support/earnLife.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, testServer } from '../../../tests/support/server.ts'
import { balancesOf } from '../ledger/balances.ts'
import { flexibleDeposited, flexibleWithdrawn } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { touchAccount } from './actions.ts'
import { postDueInterest } from './jobs.ts'
import { insertMovements } from './queries.ts'

let server: TestServer
const SEED = Date.now() % 1_000_000

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const noon = (day: string) => new Date(startOfDay(day).getTime() + 12 * 3_600_000)

async function move(user: number, day: string, change: bigint) {
  const settings = await server.services.settings.current()
  await transaction(server.services.db, async (tx) => {
    const touched = await touchAccount(tx, noon(day), { user, settings })
    const after = { ...touched.account, ...moved(touched.account, touched.day, paise(change)) }
    const principal = after.principal + change
    const saved = { ...after, principal: paise(principal < 0n ? 0n : principal) }
    const amount = paise(change < 0n ? -change : change)
    const type = change < 0n ? ('withdraw' as const) : ('deposit' as const)
    await insertMovements(tx, [{ ...touched, type, amount, after: saved }])
    const made = { id: touched.id, user, amount }
    const movement = change < 0n ? flexibleWithdrawn(made) : flexibleDeposited(made)
    await post(tx, noon(day), [movement, ...touched.shares])
  })
}

async function daysOf(user: number): Promise<unknown[]> {
  const { rows } = await sql<{
    day: string
    eligible: bigint
    rate_ppm: bigint
    posted: bigint
    carried: bigint
    balance_after: bigint
  }>`
    select (at at time zone 'Asia/Kolkata')::date as day, eligible, rate_ppm, posted, carried, balance_after
      from flexible_interest where user_id = ${user} order by at`.execute(server.services.db)
  return rows.map(({ rate_ppm: rate, balance_after: balanceAfter, ...row }) => ({ ...row, rate, balanceAfter }))
}

test(`random lives through the database with outages and broken connections equal the model (seed ${SEED})`, async () => {
  const random = randomFrom(SEED)
  const settings = await server.services.settings.current()
  const referrer = await server.makeUser()
  const first = addDays(dayOf(server.clock.now()), 1)
  const lives = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const isReferred = n % 3 === 0
      const { id } = await server.makeUser({
        walletRupees: 100_000,
        ...(isReferred ? { referredBy: referrer.id } : {}),
      })
      return { id, isReferred, state: null as EarnState | null, days: [] as InterestDay[] }
    }),
  )
  const rateOn = () => ppm(200n)
  let day = first
  for (let n = 0; n < 40; n++, day = addDays(day, 1)) {
    for (const life of lives) {
      if (random() > 0.15) continue
      const before = life.state ?? {
        balance: ZERO,
        carried: 0n,
        settledThrough: addDays(day, -1),
        lowDay: day,
        low: ZERO,
      }
      const settled = settle(before, addDays(day, -1), rateOn)
      const change = BigInt(Math.floor((random() - 0.35) * 1_000_000))
      if (change === 0n || settled.state.balance + change < 0n) continue
      await move(life.id, day, change)
      life.days.push(...settled.days)
      life.state = moved(settled.state, day, paise(change))
    }
    if (random() > 0.2) continue
    const at = noon(addDays(day, 1))
    const job = postUntilDone(at, Math.ceil(random() * 12))
    if (random() < 0.7) await breakConnections(random)
    await job
  }
  await postDueInterest(server.services.db, { at: noon(day), settings })
  let shared = ZERO
  for (const life of lives) {
    if (!life.state) continue
    const settled = settle(life.state, addDays(day, -1), rateOn)
    const days = [...life.days, ...settled.days]
    expect(await daysOf(life.id)).toEqual(days)
    const shares = sharesOf(life.isReferred ? days : [])
    expect(await sharesPaidOf(life.id)).toEqual(shares)
    shared = add(shared, ...shares.map(({ posted }) => posted))
  }
  expect((await balancesOf(server.services.db, referrer.id)).wallet).toBe(shared)
  await expectInvariants(server)

  async function postUntilDone(at: Date, batchSize: number) {
    for (;;) {
      try {
        await Promise.all([1, 2].map(() => postDueInterest(server.services.db, { at, settings, batchSize })))
        return
      } catch {
        // its connection was cut within a batch: the next run continues there
      }
    }
  }
})

/** The shares of the days that earned something, in order, as the contract calculates them. */
function sharesOf(days: readonly InterestDay[]) {
  let carried = 0n
  return days.flatMap(({ day, posted: profit }) => {
    if (profit === 0n) return []
    const share = referralShare({ profit, rate: ppm(100_000n), carried })
    carried = share.carried
    return [{ day, profit, ...share }]
  })
}

async function sharesPaidOf(referred: number): Promise<unknown[]> {
  const { rows } = await sql`
    select day, profit, posted, carried from referral_shares where referred_id = ${referred} order by id`.execute(
    server.services.db,
  )
  return rows
}

test('a movement of the evening that is still in progress at night counts with the lowest balance of its day', async () => {
  const settings = await server.services.settings.current()
  const { id: user } = await server.makeUser({ walletRupees: 100_000 })
  const day = addDays(dayOf(server.clock.now()), 60)
  await move(user, addDays(day, -1), 100_000n)
  const [held, hold] = signal()
  const [released, release] = signal()
  const evening = transaction(server.services.db, async (tx) => {
    const { account, shares, ...touched } = await touchAccount(tx, noon(day), { user, settings })
    const after = { ...account, ...moved(account, day, paise(900_000n)) }
    const made = { ...touched, type: 'deposit' as const, amount: paise(900_000n) }
    await insertMovements(tx, [{ ...made, after: { ...after, principal: after.balance } }])
    await post(tx, noon(day), [flexibleDeposited(made), ...shares])
    hold()
    await released
  })
  await held
  const night = postDueInterest(server.services.db, { at: noon(addDays(day, 1)), settings })
  await untilOneWaits(server.services.db)
  release()
  await Promise.all([evening, night])
  expect(await daysOf(user)).toMatchObject([{ eligible: 0n }, { day, eligible: 100_000n, balanceAfter: 1_000_020n }])
})

function signal(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}

test('a nightly run pays shares of the interest of referred users, and of nobody else', async () => {
  const settings = await server.services.settings.current()
  const referrer = await server.makeUser()
  const referred = await server.makeUser({ walletRupees: 10_000, referredBy: referrer.id })
  const stranger = await server.makeUser({ walletRupees: 10_000 })
  const day = addDays(dayOf(server.clock.now()), 70)
  for (const { id } of [referred, stranger]) await move(id, addDays(day, -1), 500_000n)
  await postDueInterest(server.services.db, { at: noon(addDays(day, 1)), settings })
  const { rows } = await sql<{ referred_id: number; profit: bigint; posted: bigint }>`
    select referred_id, profit, posted from referral_shares where referred_id in (${referred.id}, ${stranger.id})`.execute(
    server.services.db,
  )
  expect(rows).toEqual([{ referred_id: referred.id, profit: 100n, posted: 10n }])
  expect((await balancesOf(server.services.db, referrer.id)).wallet).toBe(10n)
})

test('the receipt of a share shows the balance after it, however the interest was posted', async () => {
  const settings = await server.services.settings.current()
  const referrer = await server.makeUser({ walletRupees: 1 })
  const friends = [1, 2, 3].map(() => server.makeUser({ walletRupees: 10_000, referredBy: referrer.id }))
  const [one, two, late] = (await Promise.all(friends)).map(({ id }) => id)
  const day = addDays(dayOf(server.clock.now()), 80)
  for (const user of [one!, two!]) await move(user, addDays(day, -1), 500_000n)
  await postDueInterest(server.services.db, { at: noon(addDays(day, 1)), settings })
  // three days that no nightly job posted: one movement pays their shares
  await move(late!, addDays(day, 1), 100_000n)
  await move(late!, addDays(day, 5), 1n)
  const { transactions } = (await server.call('GET', '/transactions?type=referral_income', { as: referrer })).body
  type Share = { amount: number; details: { balance_after: number | null } }
  expect(transactions.map(({ amount, details }: Share) => [amount, details.balance_after])).toEqual([
    [0.02, 1.26],
    [0.02, 1.26],
    [0.02, 1.26],
    [0.1, 1.2],
    [0.1, 1.2],
  ])
})

/** Cuts the connections of this database several times, wherever they are. */
async function breakConnections(random: () => number) {
  for (let n = 0; n < 3; n++) {
    await new Promise((done) => setTimeout(done, random() * 8))
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
      .execute(server.services.db)
      .catch(() => {})
  }
}
