import { paise } from '@bittkosh/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/support/server.ts'
import { transaction } from '../platform/database/database.ts'
import { invariants } from '../statistics/invariants.ts'
import { depositApproved } from './movements.ts'
import { post } from './post.ts'
import { advanceTotals, ledgerTotals } from './totals.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const received = async () => {
  const totals = await ledgerTotals(server.services.db, { movement: 'deposit' })
  return totals.find(({ account }) => account === 'wallet')?.plus ?? 0n
}

test('a transfer that was being written while the sums were kept is included in them', async () => {
  const { db } = server.services
  const at = server.clock.now()
  const { id: user } = await server.makeUser()
  const before = await received()
  const [drawn, draw] = signal()
  const [released, release] = signal()
  const slow = transaction(db, async (tx) => {
    await post(tx, at, depositApproved({ id: 1_000_001, user, method: 'upi', amount: paise(700n) }))
    draw()
    await released
  })
  await drawn
  const { id: other } = await server.makeUser()
  await transaction(db, (tx) =>
    post(tx, at, depositApproved({ id: 1_000_002, user: other, method: 'upi', amount: paise(900n) })),
  )
  const adding = advanceTotals(db)
  expect(await received()).toBe(before + 900n)
  release()
  await slow
  expect(await adding).toBe(true)
  expect(await received()).toBe(before + 1_600n)
  const kept = invariants.filter(({ name }) => /kept sums|rank/.test(name))
  expect(kept).toHaveLength(2)
  for (const { name, find } of kept) expect(await find(db), name).toEqual([])
})

function signal(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}
