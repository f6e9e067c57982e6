/** BittPay for tests: two people, the code from the mail, and money on its way between them. */
import { balancesOf } from '../../server/src/ledger/balances.ts'
import type { TestServer, TestUser } from './server.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

export function transfersOn(server: TestServer) {
  const initiate = (as: TestUser, body: unknown, key?: string) =>
    server.call('POST', '/balance-transfer/initiate', { as, body, ...(key ? { key } : {}) })
  const verify = (as: TestUser, transfer_id: number, otp: string, key?: string) =>
    server.call('POST', '/balance-transfer/verify', { as, body: { transfer_id, otp }, ...(key ? { key } : {}) })
  const wallet = async (user: TestUser) => (await balancesOf(server.services.db, user.id)).wallet

  async function lastMail(user: TestUser) {
    const { rows } = await sql<{ subject: string; body: string; useless_after: Date | null }>`
      select subject, body, useless_after from outbox where recipient = ${user.email} order by id desc limit 1`.execute(
      server.services.db,
    )
    return rows[0] ?? { subject: '', body: '', useless_after: null }
  }
  const codeFor = async (user: TestUser) => /^(\d{6}) /.exec((await lastMail(user)).body)?.[1] ?? ''

  async function pair({ rupees = 1_000 } = {}) {
    return {
      sender: await server.makeUser({ walletRupees: rupees, name: 'Imran Shaikh' }),
      receiver: await server.makeUser({ name: 'Asha Rao' }),
    }
  }

  /** A transfer that waits for its code. */
  async function opened({ rupees = 1_000, amount = 500 } = {}) {
    const { sender, receiver } = await pair({ rupees })
    const { body } = await initiate(sender, { recipient: receiver.email, amount })
    return { sender, receiver, id: body.transfer_id as number, code: await codeFor(sender) }
  }

  /** As in an admin's list. */
  async function statusOf(id: number, admin: TestUser): Promise<string> {
    const list = await server.call('GET', `/admin/balance-transfers?search=%23${id}`, { as: admin })
    return list.body.transfers.find((transfer: { id: number }) => transfer.id === id)?.status
  }

  return { initiate, verify, wallet, lastMail, codeFor, pair, opened, statusOf }
}

export const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
