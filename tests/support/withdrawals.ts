/** Withdrawals for tests: people who may ask for one, and the calls of both sides. */
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

export function withdrawalsOn(server: TestServer, admin: TestUser) {
  /** With a wallet and approved KYC. */
  async function investor(walletRupees = 10_000, options: { name?: string; referredBy?: number } = {}) {
    const user = await server.makeUser({ walletRupees, ...options })
    await approveKycOf(server, user, await server.signedInAgain(admin)) // some move the clock past a session
    return user
  }
  const ask = (user: TestUser, body: object = {}, key?: string) =>
    server.call('POST', '/withdrawals', { as: user, body: { amount: 1000, ...upi, ...body }, ...(key ? { key } : {}) })
  const balances = (user: TestUser) => balancesOf(server.services.db, user.id)
  const decide = (id: number, body: object, as = admin) => server.call('PUT', `/withdrawals/${id}`, { as, body })
  const approve = (id: number, as = admin) => decide(id, { status: 'approved', transaction_id: '432198761234' }, as)
  const reject = (id: number, as = admin) => decide(id, { status: 'rejected', admin_note: 'Name differs' }, as)
  const cancel = (id: number, as: TestUser) => server.call('POST', `/withdrawals/${id}/cancel`, { as })
  const mine = async (user: TestUser) => (await server.call('GET', '/withdrawals/my', { as: user })).body.data
  const setting = (key: string, value: number) => server.call('PUT', `/settings/${key}`, { as: admin, body: { value } })
  return { investor, ask, balances, decide, approve, reject, cancel, mine, setting }
}
