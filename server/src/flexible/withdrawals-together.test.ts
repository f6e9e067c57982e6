/** Withdrawals from Earn that arrive while another one runs. */
import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { prove } from '../../../tests/support/kyc.ts'
import { testTogether } from '../../../tests/support/together.ts'
import { welcomeBonus } from '../ledger/movements.ts'
import { post } from '../ledger/post.ts'
import { paise } from '@bittkosh/contract/money'
import { transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const { server, admin, ask, inLine, moved, people } = await testTogether(await testDatabase(), {
  path: '/flexible/withdraw',
  body: () => ({ amount: 1_000 }),
  rupees: 1_000,
  into: 'wallet',
  places: 7, // begin, claim, lock, gather, record, post, commit
  makeReady: (on, as) => on.call('POST', '/flexible/deposit', { as, body: { amount: 5_000 } }),
  spend: (on, as) => on.call('POST', '/flexible/withdraw', { as, body: { amount: 4_500 } }),
})
const { db } = server.services

/** A user with a welcome bonus of ₹500 besides their own money. */
async function welcomed(own: number) {
  const user = await server.makeUser({ walletRupees: own })
  const bonus = welcomeBonus({ user: user.id, amount: paise(500_00n) })
  await transaction(db, (tx) => post(tx, server.clock.now(), bonus))
  await server.call('POST', '/flexible/deposit', { as: user, body: { amount: own } })
  return user
}

test('a locked welcome bonus stays, and own money leaves in the shared transaction', async () => {
  const users = [...(await people(1)), await welcomed(1_200), await welcomed(800), ...(await people(1))]
  const { result, times } = await moved(users, () => inLine(users.map((user) => () => ask(user))))
  expect(result.answers.map(({ body }) => body.code)).toEqual([undefined, undefined, 'bonus_locked', undefined])
  expect(result).toMatchObject({ together: 1, alone: 1 })
  expect(times).toEqual([1, 1, 0, 1])
})

test('a welcome bonus is released if part of it leaves in a shared transaction, and otherwise not', async () => {
  const [within, beyond] = [await welcomed(1_200), await welcomed(800)]
  await prove(server, beyond, admin)
  const { result, times } = await moved([within, beyond], () => inLine([() => ask(within), () => ask(beyond)]))
  expect([times, result.together, result.alone]).toEqual([[1, 1], 1, 0])
  const { rows } = await sql<{ bonus_released: boolean }>`
    select bonus_released from flexible_accounts
     where user_id = any (${[within.id, beyond.id]}::integer[]) order by user_id`.execute(db)
  expect(rows.map((row) => row.bonus_released)).toEqual([false, true])
})
