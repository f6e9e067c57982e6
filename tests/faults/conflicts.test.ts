/** Money moves while PostgreSQL ends three of ten commits with a serialization failure, as a distributed engine may. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balancesOf } from '../../server/src/ledger/balances.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { testDatabase } from '../support/database.ts'
import { randomFrom } from '../support/earnLife.ts'
import { type Fault, faultsOn, type Injector } from '../support/faults.ts'
import { expectInvariants } from '../support/invariants.ts'
import { type Answer, type TestServer, type TestUser, testServer } from '../support/server.ts'
import { transfersOn } from '../support/transfers.ts'

const CLIENTS = 8
const WALLET = 50_000
let server: TestServer
let injector: Injector
let people: TestUser[]

beforeAll(async () => {
  const database = await testDatabase()
  injector = faultsOn(database.pool)
  server = await testServer({ database })
})
afterAll(() => server.close())

type Book = { wallet: bigint[]; earn: bigint[]; moves: number; transfers: number }
type Tally = { statuses: Map<number, number>; commits: number; struck: number }

/** Each client's acts run one after another, concurrently with the other clients': into Earn, out of it, and to the next person. */
async function storm(
  { share, acts }: { share: number; acts: number },
  random: () => number,
): Promise<{ book: Book; tally: Tally }> {
  people = await Promise.all(Array.from({ length: CLIENTS }, () => server.makeUser({ walletRupees: WALLET })))
  const { codeFor } = transfersOn(server)
  const start = () => people.map(() => BigInt(WALLET * 100))
  const book: Book = { wallet: start(), earn: people.map(() => 0n), moves: 0, transfers: 0 }
  const tally: Tally = { statuses: new Map(), commits: 0, struck: 0 }

  /** Retries with one idempotency key, as a browser does, until the reply is definite. */
  async function settle(as: TestUser, path: string, body: object): Promise<Answer> {
    const key = randomUUID()
    for (;;) {
      const answer = await server.call('POST', path, { as, body, key })
      tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
      if (answer.status < 500) return answer
      expect({ ...answer, retry: answer.headers['retry-after'] }).toMatchObject({ status: 503, retry: '2' })
    }
  }

  async function act(n: number): Promise<void> {
    const [as, next] = [people[n]!, (n + 1) % CLIENTS]
    const amount = 100 + Math.floor(random() * 900)
    const paise = BigInt(amount * 100)
    const kind = random()
    if (kind < 0.7) {
      const isDeposit = kind < 0.4
      const { status } = await settle(as, isDeposit ? '/flexible/deposit' : '/flexible/withdraw', { amount })
      if (status !== 201) return
      book.moves++
      book.wallet[n]! += isDeposit ? -paise : paise
      book.earn[n]! += isDeposit ? paise : -paise
      return
    }
    const begun = await settle(as, '/balance-transfer/initiate', { recipient: people[next]!.email, amount })
    if (begun.status !== 201) return
    const { transfer_id, total_deducted } = begun.body
    const done = await settle(as, '/balance-transfer/verify', { transfer_id, otp: await codeFor(as) })
    if (done.status !== 200) return
    book.transfers++
    book.wallet[n]! -= BigInt(Math.round(total_deducted * 100))
    book.wallet[next]! += paise
  }

  const plan = ({ text }: { text: string }): Fault | null => {
    if (text !== 'commit') return null
    tally.commits++
    if (random() >= share) return null
    tally.struck++
    return 'serialization failure'
  }
  const client = async (n: number) => {
    for (let done = 0; done < acts; done++) await act(n)
  }
  await injector.during(plan, () => Promise.all(people.map((_, n) => client(n))))
  return { book, tally }
}

async function found(): Promise<Book> {
  const ids = people.map(({ id }) => id)
  const { db } = server.services
  const balances = await Promise.all(ids.map((id) => balancesOf(db, id)))
  const { rows } = await sql<{ moves: number; transfers: number }>`
    select (select count(*) from flexible_movements where user_id = any (${ids}))::integer as moves,
           (select count(*) from balance_transfers where sender_id = any (${ids}) and status = 'completed')::integer as transfers`.execute(
    db,
  )
  return { ...rows[0]!, wallet: balances.map(({ wallet }) => wallet), earn: balances.map(({ flexible }) => flexible) }
}

test.each([
  ['three of ten commits', { share: 0.3, acts: 40 }],
  ['seven of ten, so that people are told to come back,', { share: 0.7, acts: 12 }],
])('%s end in a conflict: every failure is a 503, and everything happens once', async (_what, size) => {
  const seed = Date.now() % 1_000_000
  const { book, tally } = await storm(size, randomFrom(seed))
  expect({ seed, ...(await found()) }).toEqual({ seed, ...book })
  const { commits, struck, statuses } = tally
  expect(Math.abs(struck / commits - size.share)).toBeLessThan(0.1)
  expect(commits).toBeGreaterThan(CLIENTS * size.acts)
  expect(book.moves + book.transfers).toBeGreaterThan((CLIENTS * size.acts) / 2)
  if (size.share > 0.5) expect(statuses.get(503)).toBeGreaterThan(3)
  await expectInvariants(server)
})
