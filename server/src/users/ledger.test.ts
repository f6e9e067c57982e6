import { paise } from '@bittkosh/contract/money'
import { userAccounts } from '@bittkosh/contract/users'
import { beforeAll, expect, test } from 'vitest'
import { approveKycOf } from '../../../tests/support/kyc.ts'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { balancesOf } from '../ledger/balances.ts'
import {
  balanceAdjusted,
  flexibleDeposited,
  interestPosted,
  type Movement,
  planBought,
  planClaimed,
  transferCompleted,
  welcomeBonus,
  withdrawalApproved,
  withdrawalRequested,
} from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { transaction } from '../platform/database/database.ts'

let server: TestServer
let admin: TestUser
let user: TestUser
let other: TestUser

const book = (at: string, movement: Movement) =>
  transaction(server.services.db, (tx) => post(tx, new Date(at), movement))
const sum = (rupees: number) => paise(BigInt(rupees * 100))

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  user = await server.makeUser({ name: 'Asha Rao' })
  other = await server.makeUser({ name: 'Ravi Iyer' })
  const id = user.id
  await book('2026-03-29T06:00:00Z', welcomeBonus({ user: id, amount: sum(500) }))
  await book('2026-03-30T06:00:00Z', balanceAdjusted({ id: 900, user: id, change: sum(10_000) }))
  await book('2026-03-31T18:29:59.999Z', flexibleDeposited({ id, user: id, amount: sum(4_000) }))
  await book('2026-03-31T18:30:00.000Z', planBought({ id, user: id, amount: sum(1_000) }))
  await book('2026-04-03T05:00:00Z', withdrawalRequested({ id, user: id, amount: sum(500) }))
  const transfer = { id, sender: id, receiver: other.id, amount: sum(1_000), fee: sum(30) }
  await book('2026-04-04T05:00:00Z', transferCompleted(transfer))
  await book('2026-04-05T05:00:00Z', withdrawalApproved({ id, user: id, type: 'upi', amount: sum(500), fee: sum(35) }))
  await book('2026-04-10T05:00:00Z', planClaimed({ id, user: id, amount: sum(1_000), profit: sum(100) }))
  // Interest of a missed day, so booked last; and enough small ones for several pages.
  const credits = [user, other].map((one) => ({ user: one.id, amount: paise(80n) }))
  await book('2026-04-01T18:30:00Z', interestPosted({ day: '2026-04-01', credits }))
  for (let n = 0; n < 70; n++)
    await book('2026-04-11T05:00:00Z', balanceAdjusted({ id: 1000 + n, user: id, change: paise(n % 2 ? 101n : -100n) }))
  return () => server.close()
})

async function read(query = '', of = user) {
  const reply = await server.call('GET', `/admin/users/${of.id}/ledger${query}`, { as: admin })
  expect(reply.status).toBe(200)
  return reply.body
}

type Line = { id: number; account: string; amount: number; balance: number; kind: string; at: string; other: unknown }

async function readAll(query = ''): Promise<Line[]> {
  const lines: Line[] = []
  let cursor: string | null = null
  do {
    const page = await read(`?${query}${cursor ? `&cursor=${cursor}` : ''}`)
    lines.push(...page.data)
    cursor = page.next_cursor
  } while (cursor)
  return lines
}

const inPaise = (rupees: number) => BigInt(Math.round(rupees * 100))

test('in every account each balance is the previous one plus the line, and the last one is the account’s', async () => {
  const lines = await readAll()
  expect(lines.every(({ id }) => Number.isInteger(id))).toBe(true)
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
  expect(lines.map(({ id }) => id)).toEqual(lines.map(({ id }) => id).toSorted((a, b) => b - a))
  const balances = await balancesOf(server.services.db, user.id)
  for (const account of userAccounts) {
    const oldestFirst = lines.filter((line) => line.account === account).toReversed()
    expect(oldestFirst.length).toBeGreaterThan(0)
    let balance = 0n
    for (const line of oldestFirst) {
      balance += inPaise(line.amount)
      expect(inPaise(line.balance)).toBe(balance)
    }
    expect(balance).toBe(balances[account])
    expect((await readAll(`account=${account}`)).toReversed()).toEqual(oldestFirst)
  }
})

test('a line names its record, and for a transfer the other person', async () => {
  const lines = await readAll()
  const found = (kind: string) => lines.find((line) => line.kind === kind)
  expect(found('withdrawal_payout')).toMatchObject({ subject: 'withdrawal', subject_id: user.id, amount: -500 })
  expect(found('plan_claim')).toMatchObject({ subject: 'investment', subject_id: user.id, day: null, other: null })
  expect(found('flexible_interest')).toMatchObject({ subject: 'interest', day: '2026-04-01', other: null, amount: 0.8 })
  expect(found('transfer')).toMatchObject({ amount: -1030, other: { id: other.id, name: 'Ravi Iyer' } })
})

test('it is narrowed by kind and by business days', async () => {
  expect((await readAll('type=adjustment')).every((line) => line.kind === 'adjustment')).toBe(true)
  expect(await readAll('type=adjustment')).toHaveLength(71)
  const kinds = async (query: string) => (await readAll(query)).map((line) => line.kind).toSorted()
  expect(await kinds('from=2026-03-30&to=2026-03-31')).toEqual(['adjustment', 'flexible_deposit', 'flexible_deposit'])
  expect(await kinds('from=2026-04-01&to=2026-04-01')).toEqual(['plan_purchase', 'plan_purchase'])
  expect(await kinds('to=2026-03-29')).toEqual(['welcome_bonus'])
})

test('is empty for a new user, not found for an unknown one, and needs the permission to read records', async () => {
  expect(await read('', await server.makeUser())).toEqual({ data: [], next_cursor: null })
  const path = `/admin/users/${user.id}/ledger`
  expect((await server.call('GET', '/admin/users/2000000000/ledger', { as: admin })).status).toBe(404)
  expect((await server.call('GET', `${path}?cursor=bm9wZQ`, { as: admin })).status).toBe(400)
  const asks = async (role: 'kyc' | 'support') =>
    (await server.call('GET', path, { as: await server.makeUser({ role: 'admin', roles: [role] }) })).status
  expect(await asks('kyc')).toBe(403)
  expect(await asks('support')).toBe(200)
  expect((await server.call('GET', path, { as: user })).status).toBe(403)
})

test('an admin downloads the same statement as the person could, and it is logged', async () => {
  const range = 'from=2026-03-01&to=2026-04-30&format=csv'
  const reply = await server.call('GET', `/admin/users/${user.id}/statement?${range}`, { as: admin })
  const own = await server.call('GET', `/statement?${range}`, { as: user })
  expect(reply.status).toBe(200)
  expect(reply.body).toBe(own.body)
  const trail = await server.call('GET', `/audit?subject=user&subject_id=${user.id}`, { as: admin })
  expect(trail.body.data[0]).toMatchObject({
    action: 'statement exported',
    admin: { id: admin.id },
    after: { file: 'bittkosh-statement-2026-03-01-to-2026-04-30.csv' },
  })
  const support = await server.makeUser({ role: 'admin', roles: ['support'] })
  expect((await server.call('GET', `/admin/users/${user.id}/statement?${range}`, { as: support })).status).toBe(403)
  const wrong = 'from=2026-04-30&to=2026-03-01&format=pdf'
  expect((await server.call('GET', `/admin/users/${user.id}/statement?${wrong}`, { as: admin })).status).toBe(400)
  expect((await server.call('GET', `/admin/users/2000000000/statement?${range}`, { as: admin })).status).toBe(404)
  const after = await server.call('GET', `/audit?subject=user&subject_id=${user.id}`, { as: admin })
  expect(after.body.data).toEqual(trail.body.data) // a refused call is not logged
})

test('the details show what the accounts hold and what to know before money moves', async () => {
  const { body } = await server.call('GET', `/admin/users/${user.id}/details`, { as: admin })
  const { wallet, flexible } = await balancesOf(server.services.db, user.id)
  expect(body.balances).toEqual({
    wallet: Number(wallet) / 100,
    flexible: Number(flexible) / 100,
    invested: 0,
    held: 0,
  })
  expect(body.standing).toEqual({
    closes_on: null,
    email_verified: true,
    phone_verified: true,
    money_paused_until: null,
    last_sign_in_at: null,
    largest_deposit: null,
    largest_withdrawal: null,
    rejected_requests: 0,
    linked: [],
  })
})

test('a phone number proven by an identity record is proven for admins too', async () => {
  const asha = await server.makeUser({ isProven: false })
  const phone = async () =>
    (await server.call('GET', `/admin/users/${asha.id}/details`, { as: admin })).body.standing.phone_verified
  expect(await phone()).toBe(false)
  await approveKycOf(server, asha, admin)
  expect(await phone()).toBe(true)
  expect((await server.call('GET', '/profile', { as: asha })).body.phone_verified).toBe(true)
})
