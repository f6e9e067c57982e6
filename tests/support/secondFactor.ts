/** Admins with a second factor, and calls that carry one of its codes. */
import { base32nopad } from '@scure/base'
import { sql } from '../../server/src/platform/database/sql.ts'
import { onlyRow, transaction } from '../../server/src/platform/database/database.ts'
import { activateFactor, beginFactor } from '../../server/src/platform/identity/secondFactor.ts'
import { codeOf, stepOf } from '../../server/src/platform/identity/totp.ts'
import type { TestServer, TestUser } from './server.ts'

export type GuardedAdmin = TestUser & { secret: Uint8Array }

export async function adminWithFactor(server: TestServer): Promise<GuardedAdmin> {
  const admin = await server.makeUser({ role: 'admin', name: 'Ravi' })
  const { db, config } = server.services
  const at = server.clock.now()
  const { rows } = await sql<{ id: number }>`select id from sessions where user_id = ${admin.id}`.execute(db)
  const { id: session } = onlyRow(rows, 'a session')
  const secret = await transaction(db, async (tx) => {
    const made = base32nopad.decode(await beginFactor(tx, config, { user: admin.id, at }))
    await activateFactor(tx, config, { user: admin.id, code: codeOf(made, stepOf(at)), session, at })
    return made
  })
  return { ...admin, secret }
}

/** A call with a fresh code of its admin. */
export async function callWithCode(
  server: TestServer,
  { method, path, as, body }: { method: string; path: string; as: GuardedAdmin; body?: unknown },
): Promise<{ status: number; code: string | undefined }> {
  const code = codeOf(as.secret, stepOf(server.clock.now()))
  const reply = await server.call(method, path, { as, body, code })
  return { status: reply.status, code: reply.status < 400 ? undefined : reply.body.code }
}
