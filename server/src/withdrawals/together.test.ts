/** Requests for withdrawals that arrive while another one runs. */
import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import type { TestServer, TestUser } from '../../../tests/support/server.ts'
import { testTogether } from '../../../tests/support/together.ts'
import { bankDetails, upi } from '../../../tests/support/withdrawals.ts'
import { sql } from '../platform/database/sql.ts'

const { server, admin, ask, inLine, moved, people } = await testTogether(await testDatabase(), {
  path: '/withdrawals',
  body: () => ({ amount: 1_000, ...upi }),
  rupees: 1_000,
  into: 'held',
  places: 6, // begin, claim, lock, gather, write, commit
  makeReady: isIdentified,
  locksWallet: true,
  spend: (on, as) => on.call('POST', '/flexible/deposit', { as, body: { amount: 9_500 } }),
})
const setting = (key: string, value: number) => server.call('PUT', `/settings/${key}`, { as: admin, body: { value } })

test('each gets its stored record as the answer, whatever its type', async () => {
  const bodies = [
    upi,
    { type: 'bank', withdrawal_details: bankDetails },
    { type: 'crypto', withdrawal_details: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } },
  ]
  const users = await people(3)
  const { result, times } = await moved(users, () =>
    inLine(
      users.map(
        (as, n) => () =>
          server.call('POST', '/withdrawals', { as, body: { amount: 1_000, ...bodies[n] }, key: `of-${n}` }),
      ),
    ),
  )
  expect(times).toEqual([1, 1, 1])
  expect(result).toMatchObject({ together: 1, alone: 0 })
  const stored = await Promise.all(users.map((as) => server.call('GET', '/withdrawals/my', { as })))
  expect(stored.map(({ body }) => body.data)).toEqual(result.answers.map(({ body }) => [body]))
})

test('a request beyond the limit for new accounts, or by a stopped person, does not affect the others', async () => {
  await setting('withdrawal_new_payee_limit', 1_500)
  const users = await people(4)
  const [, again, frozen, last] = users as [TestUser, TestUser, TestUser, TestUser]
  await ask(again)
  await server.call('POST', `/users/${frozen.id}/freeze`, { as: admin, body: { reason: 'test' } })
  const { result, times } = await moved(users, () => inLine(users.map((user) => () => ask(user))))
  expect(result.answers.map(({ body }) => body.code)).toEqual([undefined, 'new_payee_limit', 'money_frozen', undefined])
  expect(result).toMatchObject({ together: 1, alone: 2 })
  expect(times).toEqual([1, 0, 0, 1])
  expect((await ask(last)).body.code).toBe('new_payee_limit')
})

let clerk: Promise<TestUser> | undefined

/** Gives them an approved record, without an uploaded picture. */
async function isIdentified(on: TestServer, { id }: TestUser): Promise<void> {
  await sql`
    with picture as (
      insert into files (id, owner_id, bytes, sealed_key, state, created_at)
      values (lpad(${String(id)}, 22, 'x'), ${id}, 1, 'x', 'kept', ${on.clock.now()})
      returning id)
    insert into kyc_records (user_id, position, type, masked_number, number_hash, sealed_number, flags, pictures, status, submitted_at)
    select ${id}, 0, 'pan', 'ABCDE****F', sha256(${String(id)}::text::bytea), 'x', '{}', array[picture.id], 'pending', ${on.clock.now()}
      from picture`.execute(on.services.db)
  const as = await (clerk ??= on.makeUser({ role: 'admin' }))
  await on.call('POST', `/kyc/${id}/verify`, { as, body: { id_index: 0, status: 'approved' } })
}
