/** Withdrawals for tests: people who may request one, and the calls of both sides. */
import { randomInt } from 'node:crypto'
import { balancesOf } from '../../server/src/ledger/balances.ts'
import { approveKycOf } from './kyc.ts'
import type { TestServer, TestUser } from './server.ts'

export const upi = { type: 'upi', withdrawal_details: { upi_id: 'ravi@okhdfc' } }
export const bankDetails = {
  bank_name: 'HDFC Bank',
  account_name: 'Asha Rao',
  account_number: '501001234417',
  ifsc_code: 'HDFC0000001',
}

/** A payment reference in a bank's format, different each time. */
export const utr = () => String(randomInt(1e11, 9e11))

export function withdrawalsOn(server: TestServer, admin: TestUser) {
  /** With a wallet and approved KYC. */
  async function investor(walletRupees = 10_000, options: { name?: string; referredBy?: number } = {}) {
    const user = await server.makeUser({ walletRupees, ...options })
    await approveKycOf(server, user, await server.signedInAgain(admin)) // some tests move the clock past a session's end
    return user
  }
  const ask = (user: TestUser, body: object = {}, key?: string) =>
    server.call('POST', '/withdrawals', { as: user, body: { amount: 1000, ...upi, ...body }, ...(key ? { key } : {}) })
  const balances = (user: TestUser) => balancesOf(server.services.db, user.id)
  const decide = (id: number, body: object, as = admin) => server.call('PUT', `/withdrawals/${id}`, { as, body })
  const approve = (id: number, as = admin, transaction_id = utr()) =>
    decide(id, { status: 'approved', transaction_id }, as)
  const reject = (id: number, as = admin) => decide(id, { status: 'rejected', admin_note: 'Name differs' }, as)
  const cancel = (id: number, as: TestUser) => server.call('POST', `/withdrawals/${id}/cancel`, { as })
  const claim = (id: number, as = admin, body: object = {}) =>
    server.call('POST', `/withdrawals/${id}/claim`, { as, body })
  const release = (id: number, as = admin) => server.call('POST', `/withdrawals/${id}/release`, { as })
  const giveBack = (id: number, as = admin, body: object = { reason: 'The account is closed' }) =>
    server.call('POST', `/withdrawals/${id}/return`, { as, body })
  const mine = async (user: TestUser) => (await server.call('GET', '/withdrawals/my', { as: user })).body.data
  const setting = (key: string, value: number) => server.call('PUT', `/settings/${key}`, { as: admin, body: { value } })
  return { investor, ask, balances, decide, approve, reject, cancel, claim, release, giveBack, mine, setting }
}
