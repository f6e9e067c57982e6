import { paise } from '@bittkosh/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/support/server.ts'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { accountsLocked, balancesOf, linesOf, walletOf, welcomeBonusOf } from './balances.ts'
import { flexibleDeposited, interestPosted, type Movement, transferCompleted, welcomeBonus } from './movements.ts'
import { post } from './post.ts'

let server: TestServer
const at = new Date('2026-03-31T10:00:00Z')
let nextId = 1_000_000

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const db = () => server.services.db
const posting = (movements: Movement[]) => transaction(db(), (tx) => post(tx, at, movements))
const rupees = (sum: number) => paise(BigInt(sum) * 100n)

test('a person has four balances; a user who does not exist has none', async () => {
  const { id } = await server.makeUser({ walletRupees: 300 })
  await posting([flexibleDeposited({ id: nextId++, user: id, amount: rupees(120) })])
  expect(await balancesOf(db(), id)).toEqual({ wallet: 180_00n, flexible: 120_00n, invested: 0n, held: 0n })
  await expect(balancesOf(db(), 2_000_000_000)).rejects.toThrow('user 2000000000 has 0 accounts')
})

test('a statement that gathers facts about a person reads the wallet alone', async () => {
  const { id } = await server.makeUser({ walletRupees: 300 })
  await posting([flexibleDeposited({ id: nextId++, user: id, amount: rupees(120) })])
  const { rows } =
    await sql`select ${walletOf(id)} as one, ${walletOf(sql`u.id`)} as other from users u where u.id = ${id}`.execute(
      db(),
    )
  expect(rows).toEqual([{ one: 180_00n, other: 180_00n }])
})

test('the wallets of these people are locked, and nothing else of theirs', async () => {
  const [one, other, third] = [await server.makeUser(), await server.makeUser(), await server.makeUser()]
  await transaction(db(), async (tx) => {
    await accountsLocked(sql`${[one.id, other.id]}::integer[]`, 'wallet').execute(tx)
    const { rows } = await sql<{ holder: number; kind: string }>`
      select holder, kind from ledger_accounts
       where holder = any (${[one.id, other.id, third.id]})
       order by holder, kind
         for update skip locked`.execute(db())
    const free = (holder: number, ...kinds: string[]) => kinds.map((kind) => ({ holder, kind }))
    expect(rows).toEqual([
      ...free(one.id, 'flexible', 'held', 'invested'),
      ...free(other.id, 'flexible', 'held', 'invested'),
      ...free(third.id, 'flexible', 'held', 'invested', 'wallet'),
    ])
  })
})

test('the lines of an event: whose, how much, and the balance after; the platform’s own have none', async () => {
  const [sender, receiver] = [await server.makeUser({ walletRupees: 100 }), await server.makeUser()]
  const id = nextId++
  const sent = { id, sender: sender.id, receiver: receiver.id, amount: rupees(50), fee: paise(1_50n) }
  await posting([transferCompleted(sent)])
  expect(await linesOf(db(), { subject: 'transfer', subjectId: id, event: 'completed' })).toEqual([
    { holder: sender.id, amount: -51_50n, balanceAfter: 48_50n },
    { holder: 0, amount: 1_50n, balanceAfter: null },
    { holder: receiver.id, amount: 50_00n, balanceAfter: 50_00n },
  ])
})

test('an event that moved nothing has no lines, and each day of an event has its own', async () => {
  const { id: user } = await server.makeUser({ walletRupees: 100 })
  const posted = (day: string, amount: bigint) => interestPosted({ day, credits: [{ user, amount: paise(amount) }] })
  await posting([posted('2026-03-29', 7n), posted('2026-03-30', 8n)])
  const of = { subject: 'interest', subjectId: user, event: 'posted' } as const
  expect((await linesOf(db(), { ...of, day: '2026-03-30' })).map(({ amount }) => amount)).toEqual([-8n, 8n])
  expect(await linesOf(db(), { ...of, day: '2026-03-31' })).toEqual([])
  expect(await linesOf(db(), { subject: 'transfer', subjectId: nextId++, event: 'completed' })).toEqual([])
})

test('the welcome bonus is what was paid; null if none was', async () => {
  const { id } = await server.makeUser()
  expect(await welcomeBonusOf(db(), id)).toBeNull()
  await posting([welcomeBonus({ user: id, amount: rupees(500) })])
  expect(await welcomeBonusOf(db(), id)).toBe(500_00n)
})
