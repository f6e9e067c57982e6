import { sql } from '../../server/src/platform/database/sql.ts'
import type { TestServer, TestUser } from './server.ts'

/** Enters the code that was mailed at registration; it stands at the beginning of the mail in every language. */
export async function proveEmail(server: TestServer, as: TestUser): Promise<void> {
  const { rows } = await sql<{ body: string }>`
    select body from outbox where recipient = ${as.email} order by id limit 1`.execute(server.services.db)
  const body = { code: /^\d{6}/.exec(rows[0]?.body ?? '')?.[0] }
  const reply = await server.call('POST', '/verify-email', { as, body })
  if (reply.status !== 200) throw new Error(`proving ${as.email} answered ${reply.status}`)
}
