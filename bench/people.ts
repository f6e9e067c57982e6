/** Signed-in people, created in few statements. */
import { openAccounts } from '../server/src/ledger/post.ts'
import { type Db, transaction } from '../server/src/platform/database/database.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { hashToken, newToken } from '../server/src/platform/identity/sessions.ts'

export function makePeople(db: Db, count: number): Promise<{ id: number; token: string }[]> {
  const at = new Date()
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into users (name, email, phone, password_hash, referral_code, email_verified_at, created_at)
      select 'Bench', 'b' || n || '@bench.test', '+917' || lpad(n::text, 9, '0'), 'x', 'B' || n, ${at}, ${at}
        from generate_series(1, ${count}::int) as n
      returning id`.execute(tx)
    const people = rows.map(({ id }) => ({ id, token: newToken() }))
    await openAccounts(tx, ...people.map(({ id }) => id))
    await sql`
      insert into sessions (user_id, token_hash, device, created_at, last_seen_at, expires_at)
      select user_id, hash, 'bench', ${at}, ${at}, ${new Date(at.getTime() + 86_400_000)}
        from unnest(${people.map(({ id }) => id)}::integer[], ${people.map(({ token }) => hashToken(token))}::bytea[])
             as opened (user_id, hash)`.execute(tx)
    return people
  })
}
