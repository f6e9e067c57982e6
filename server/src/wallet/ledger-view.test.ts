import { beforeAll, expect, test } from 'vitest'
import { statesThat } from '@bittkosh/contract/requestStates'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { type TestServer, testServer, type TestUser } from '../../../tests/support/server.ts'
import { transfersOn } from '../../../tests/support/transfers.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'
import { balancesOf } from '../ledger/balances.ts'

let server: TestServer
let person: TestUser

type Item = { key: string; type: string; account: string; status: string; direction: string; amount: number }

/** A varied history: entries that move the wallet, entries that move only Earn, and requests that came to nothing. */
beforeAll(async () => {
  server = await testServer()
  const admin = await server.makeUser({ role: 'admin' })
  const { investor, ask, reject, approve, cancel } = withdrawalsOn(server, admin)
  const { initiate, verify, codeFor } = transfersOn(server)
  person = await investor(50_000, { name: 'Imran Shaikh' })
  const friend = await server.makeUser({ walletRupees: 5_000, name: 'Asha Rao' })
  await server.call('POST', '/flexible/deposit', { as: person, body: { amount: 20_000 } })
  const opened = await initiate(person, { recipient: friend.email, amount: 500, note: 'rent for May' })
  await verify(person, opened.body.transfer_id, await codeFor(person))
  const back = await initiate(friend, { recipient: person.email, amount: 1_234.56 })
  await verify(friend, back.body.transfer_id, await codeFor(friend))
  await initiate(person, { recipient: friend.email, amount: 750 }) // its code is never entered
  const [rejected, cancelled, paid] = [await ask(person), await ask(person), await ask(person, { amount: 2_500 })]
  await reject(rejected.body.id)
  await cancel(cancelled.body.id, person)
  await approve(paid.body.id)
  await ask(person, { amount: 600 }) // still held
  await server.travelTo(new Date(server.clock.now().getTime() + 5 * 86_400_000))
  person = await server.signedInAgain(person)
  await server.call('POST', '/flexible/withdraw', { as: person, body: { amount: 1_000 } })
  return async () => {
    await expectInvariants(server)
    await server.close()
  }
})

async function lines(query: string): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const address: string = `/transactions?${query}${cursor && `&cursor=${cursor}`}`
    const { status, body } = await server.call('GET', address, { as: person })
    expect(status).toBe(200)
    items.push(...body.transactions)
    cursor = body.next_cursor
  }
  return items
}

const nothing: string[] = [...statesThat('nothing'), 'failed', 'expired']
const types = (items: Item[]) => [...new Set(items.map(({ type }) => type))].sort()

test('the wallet’s entries sum to its balance; interest is marked as booked in Earn', async () => {
  const [all, ofWallet] = [await lines(''), await lines('kind=wallet')]
  const moved = ofWallet.filter(({ status }) => !nothing.includes(status))
  const sum = moved.reduce((total, { direction, amount }) => total + (direction === 'in' ? amount : -amount) * 100, 0)
  const { wallet } = await balancesOf(server.services.db, person.id)
  expect(BigInt(Math.round(sum))).toBe(wallet)
  const elsewhere = all.filter(({ key }) => !ofWallet.some((line) => line.key === key))
  expect(types(elsewhere)).toEqual(['flexible_interest'])
  expect(all.map(({ account, type }) => [account, type === 'flexible_interest'])).toEqual(
    all.map(({ account }) => [account, account === 'earn']),
  )
})

test.each([
  ['withdrawals', ['withdrawal']],
  ['bittpay', ['balance_transfer_received', 'balance_transfer_sent']],
  ['earn', ['flexible_deposit', 'flexible_interest', 'flexible_withdraw']],
  ['other', ['adjustment']],
  ['plans', []],
  ['deposits', []],
  ['referrals', []],
])('the kind %s has the lines %j', async (kind, expected) => {
  expect(types(await lines(`kind=${kind}`))).toEqual(expected)
})

test.each([
  ['asha', [772.5, 1_234.56, 515], 'a name, in whatever case'],
  ['rao', [1_234.56, 515], 'no more of a name than is shown'],
  ['Rent', [515], 'a note'],
  ['ravi@', [600, 2_500, 1_000, 1_000], 'a payee'],
  ['₹1,234.56', [1_234.56], 'an amount as it is shown'],
  // With a comma or a point, which no record number or reference contains: those are random.
  ['2,500', [2_500], 'an amount without its paise'],
  ['234.5', [], 'no part of an amount'],
  ['100%', [], 'a pattern of the database is plain text'],
])('a search for %s finds %j: %s', async (search, amounts) => {
  const found = await lines(`search=${encodeURIComponent(search)}`)
  expect(found.map(({ amount }) => amount)).toEqual(amounts)
})

test('a search and a kind are combined, and another person finds nothing', async () => {
  expect(await lines('kind=withdrawals&search=asha')).toEqual([])
  const other = await server.makeUser()
  const { body } = await server.call('GET', '/transactions?search=asha', { as: other })
  expect(body.transactions).toEqual([])
})
