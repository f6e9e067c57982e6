/** One person alone, with four eyes, second factor and everything else off, runs a whole small platform. */
import { expect, onTestFinished, test } from 'vitest'
import { expectInvariants } from './support/invariants.ts'
import { approveKycOf } from './support/kyc.ts'
import { testServer } from './support/server.ts'

test('nothing waits for a second person: each act is done immediately', async () => {
  const server = await testServer()
  onTestFinished(() => server.close())
  const owner = await server.makeUser({ role: 'admin' })
  const person = await server.makeUser({ walletRupees: 10_000 })
  await approveKycOf(server, person, owner)
  const act = async (method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, { as: owner, ...(body === undefined ? {} : { body }) })
    expect([method, path, answer.status, answer.body]).toEqual([method, path, expect.toSatisfy(isDone), answer.body])
    return answer.body
  }
  const isDone = (status: number) => status === 200 || status === 201
  const ask = async (path: string, body: unknown) => (await server.call('POST', path, { as: person, body })).body.id

  const payee = { upi_id: 'pay@okhdfc', merchant_name: null, qr_code_url: null }
  const form = { name: 'UPI', type: 'upi', instructions: 'Pay', details: payee }
  const { id: method } = await act('POST', '/deposit-methods', form)
  const deposit = await ask('/deposits', { amount: 90_000, transaction_id: '432198761234', payment_method: method })
  await act('PUT', `/deposits/${deposit}`, { status: 'approved', approved_amount: 90_000 })
  await act('POST', `/deposits/${deposit}/reverse`, { reason: 'Taken back by the bank' })

  const details = { upi_id: 'asha@okhdfc' }
  const withdrawal = await ask('/withdrawals', { amount: 2_000, type: 'upi', withdrawal_details: details })
  await act('POST', `/withdrawals/${withdrawal}/claim`, {})
  await act('PUT', `/withdrawals/${withdrawal}`, { status: 'approved', transaction_id: '432198761235' })
  await act('POST', `/withdrawals/${withdrawal}/return`, { reason: 'The account is closed' })

  await act('POST', `/kyc/${person.id}/revoke`, { id_index: 0, reason: 'The card is another person’s' })
  await act('PUT', '/settings/usdt_value', { value: 91 })
  await act('POST', '/admin/balance-packages', {
    name: 'Starter',
    amount: 1000,
    bonus_percentage: 2,
    description: 'A first one',
  })
  const found = (await act('GET', `/users?search=${encodeURIComponent(person.email)}`)).data[0]
  const { name, email, phone, referral_code, is_active } = found
  const edit = { name, email, phone, referral_code, is_active, balance: 50_000, previous_balance: found.balance }
  await act('PUT', `/admin/users/${person.id}/edit`, { ...edit, reason: 'goodwill' })
  expect((await act('GET', '/admin/proposals')).data).toEqual([])
  await expectInvariants(server)
})
