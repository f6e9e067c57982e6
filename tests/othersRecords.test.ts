/** A record of somebody else does not exist for a caller, and one person's key for a write is nobody else's. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../server/src/rooms.ts'
import { balancesOf } from '../server/src/ledger/balances.ts'
import { expectInvariants } from './support/invariants.ts'
import { planTerms } from './support/planTerms.ts'
import { type TestServer, type TestUser, testServer } from './support/server.ts'
import { withdrawalsOn } from './support/withdrawals.ts'

let server: TestServer
let admin: TestUser
let owner: TestUser
let other: TestUser

beforeAll(async () => {
  server = await testServer()
  admin = await server.makeUser({ role: 'admin' })
  owner = await withdrawalsOn(server, admin).investor()
  other = await withdrawalsOn(server, admin).investor()
})
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

const made = async (path: string, body: object, as = owner) => (await server.call('POST', path, { as, body })).body
async function conversation() {
  return (await made('/conversations', { text: 'Where is my deposit?' })).id
}
/** For each call of users that names one of their records: how the owner gets such a record, and the call's body. */
const records: Record<string, { record: () => Promise<unknown>; body?: object }> = {
  cancelWithdrawal: { record: async () => (await withdrawalsOn(server, admin).ask(owner)).body.id },
  claimInvestment: {
    async record() {
      const category = await made('/admin/cryptocurrency-categories', { name: 'Savers', description: 'Steady' }, admin)
      const texts = { name: 'Saver', symbol: 'SAV', description: 'Steady', icon_url: '/icons/plans/coin-sun.svg' }
      const form = { ...texts, ...planTerms, category_id: category.id, investment_duration_days: 30 }
      const plan = await made('/admin/cryptocurrencies', form, admin)
      return (await made('/crypto/invest', { cryptocurrency_id: plan.id, amount: 100 })).id
    },
  },
  endSession: {
    async record() {
      const again = await server.signedInAgain(owner)
      const { body } = await server.call('GET', '/sessions', { as: again })
      return body.data.find(({ current }: { current: boolean }) => current).id
    },
  },
  getTransaction: {
    record: async () => (await server.call('GET', '/transactions', { as: owner })).body.transactions[0].key,
  },
  markConversationRead: { record: conversation, body: { message: 1 } },
  markRead: {
    async record() {
      const words = { title: 'Hello', message: 'For you', type: 'info' }
      return (await made('/send-notification', { user_id: owner.id, ...words }, admin)).id
    },
  },
  readConversation: { record: conversation },
  writeMessage: { record: conversation, body: { text: 'One more thing' } },
}
/** What they name belongs to nobody. */
const ofNobody = ['getSetting', 'lookUpIfsc']

const named = routes.filter(({ endpoint: { who, path } }) => ['user', 'signed-in'].includes(who) && path.includes('{'))

test('each call of users that names a record is tried here', () => {
  expect(named.map(({ endpoint }) => endpoint.name).sort()).toEqual([...Object.keys(records), ...ofNobody].sort())
})

test.each(
  named.flatMap(({ endpoint }) => {
    const tried = records[endpoint.name]
    return tried ? [{ endpoint, tried, title: `${endpoint.method} ${endpoint.path}` }] : []
  }),
)('$title does not find the record of another person', async ({ endpoint: { method, path }, tried }) => {
  const id = await tried.record()
  const call = (as: TestUser) =>
    server.call(method, path.replace(/\{\w+\}/, encodeURIComponent(String(id))), {
      as,
      ...(tried.body && { body: tried.body }),
    })
  for (const stranger of [other, await server.makeUser()])
    expect(await call(stranger)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect([401, 403, 404]).not.toContain((await call(owner)).status)
})

test('a key is one person’s, for one call: neither another person nor another call gets its reply', async () => {
  const key = randomUUID()
  const move = (path: string, as: TestUser) =>
    server.call('POST', `/flexible/${path}`, { as, body: { amount: 500 }, key })
  const balances = async () => [
    (await balancesOf(server.services.db, owner.id)).flexible,
    (await balancesOf(server.services.db, other.id)).flexible,
  ]
  const [before = 0n, beforeOther = 0n] = await balances()
  expect((await move('deposit', owner)).status).toBe(201)
  expect(await move('withdraw', owner)).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  expect((await move('deposit', other)).status).toBe(201)
  expect((await move('deposit', owner)).status).toBe(201)
  expect(await balances()).toEqual([before + 500_00n, beforeOther + 500_00n])
})
