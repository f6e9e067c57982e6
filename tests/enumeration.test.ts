/**
 * No reply reveals by its status, text, headers or size whether somebody has an account, and of which kind; response times are
 * compared by `npm run bench -- enumeration`.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contact, type Kind, pairs } from '../bench/enumeration/pairs.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { type TestServer, testServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => server.close())

let phones = 0

async function contactOf(kind: Kind): Promise<Contact> {
  if (kind === 'nobody')
    return {
      email: `user-${randomUUID().slice(0, 12)}@example.test`,
      phone: `+9197${String(++phones).padStart(8, '0')}`,
    }
  const user = await server.makeUser({ role: kind === 'admin' ? 'admin' : 'user', isProven: kind !== 'unproven' })
  if (kind === 'inactive')
    await sql`update users set is_active = false where id = ${user.id}`.execute(server.services.db)
  return user
}

test.each(pairs)('$name: the replies reveal nothing about the account', async ({ path, body, isMember, kinds }) => {
  const sender = await server.makeUser({ walletRupees: 100 })
  const replies: unknown[] = []
  for (const [n, kind] of kinds.entries()) {
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: isMember ? { authorization: `Bearer ${sender.token}` } : {},
      remoteAddress: `10.1.${pairs.findIndex((pair) => pair.body === body)}.${n}`,
      payload: body(await contactOf(kind)) as object,
    })
    const { date: _date, 'x-request-id': id, ...headers } = reply.headers
    replies.push({ status: reply.statusCode, body: reply.body, headers, idLength: String(id).length })
  }
  for (const reply of replies) expect(reply).toEqual(replies[0])
})
