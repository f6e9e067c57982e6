/** The limit for payouts to accounts that were not used before. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/support/invariants.ts'
import { testServer } from '../../../tests/support/server.ts'
import { withdrawalsOn } from '../../../tests/support/withdrawals.ts'

const server = await testServer()
const admin = await server.makeUser({ role: 'admin', name: 'Meera' })
const { investor, ask, balances, cancel, setting } = withdrawalsOn(server, admin)
afterAll(async () => {
  await expectInvariants(server)
  await server.close()
})

describe('payouts to accounts that were not used before', () => {
  const to = (upi_id: string, amount: number) => ({ amount, withdrawal_details: { upi_id } })
  beforeAll(async () => void (await setting('withdrawal_new_payee_limit', 200_000)))

  test('cannot exceed the limit with twenty concurrent requests', async () => {
    const user = await investor(900_000)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(user, to(`x${n}@okhdfc`, 30_000))))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(6)
    expect(replies.filter((reply) => reply.body.code === 'new_payee_limit')).toHaveLength(14)
  })

  test('share a limit within 24 hours; returned money does not count', async () => {
    const user = await investor(900_000)
    expect((await ask(user, to('one@okhdfc', 120_000))).status).toBe(201)
    const taken = await ask(user, to('two@okhdfc', 80_000))
    expect(taken.status).toBe(201)
    const before = await balances(user)
    expect(await ask(user, to('one@okhdfc', 500))).toMatchObject({
      status: 422,
      body: {
        code: 'new_payee_limit',
        params: { limit: 200_000, left: 0 },
        errors: { amount: 'You can withdraw at most ₹2,00,000.00 to new accounts within 24 hours; ₹0.00 is left.' },
      },
    })
    expect(await balances(user)).toEqual(before)
    await cancel(taken.body.id, user)
    expect((await ask(user, to('three@okhdfc', 80_000))).status).toBe(201)

    server.clock.moveTo(new Date(server.clock.now().getTime() + 24 * 3_600_000))
    expect((await ask(user, to('one@okhdfc', 400_000))).status).toBe(201)
  })
})
