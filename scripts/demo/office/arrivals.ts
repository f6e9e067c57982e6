/** Money that has arrived: pending deposits, and the bank's statement with their lines, to be approved one by one or as a set. */
import { transaction } from '../../../server/src/platform/database/database.ts'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { digitsOf } from '../people.ts'
import { writeArrivals } from '../statements.ts'
import { countOf, type Desk, pickPeople, share } from './desk.ts'
import type { Team } from './team.ts'

const WANTED = [3, 20] as const

export async function importArrivals(desk: Desk, { finance }: Team, total: number): Promise<void> {
  const suggested = await countOf(desk.db, sql`statement_lines where state = 'suggested' and deposit_id is not null`)
  const people = await pickPeople(desk.db, {
    where: sql`not exists (select from deposits d where d.user_id = u.id and d.status = 'pending')`,
    limit: Math.max(0, share(total, 500, WANTED) - suggested),
    salt: 'arrivals',
  })
  const { rows } = await sql<{ id: number }>`
    select id from deposit_methods where is_active and type <> 'crypto' order by id limit 1`.execute(desk.db)
  const ids: number[] = []
  for (const { id, number } of people) {
    const body = {
      amount: 1_000 + (number % 40) * 250,
      payment_method: rows[0]?.id,
      transaction_id: digitsOf(number + 7, 12),
    }
    const as = { id, role: 'user' } as const
    ids.push((await desk.call<{ id: number }>(as, { method: 'POST', path: '/deposits', body })).id)
  }
  if (ids.length === 0) return
  await transaction(desk.db, (tx) => writeArrivals(tx, { ids, admin: finance.id, now: desk.now() }))
}
