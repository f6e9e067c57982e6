/** Guarded acts of admins, by call: what requires a fresh code, or a second admin, and what of the same call does not. */
import { randomInt, randomUUID } from 'node:crypto'
import { isSettingKey, settingsTable } from '@bittkosh/contract/settings'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { sql } from '../../server/src/platform/database/sql.ts'
import { approveKycOf, kycFormOf, submit } from './kyc.ts'
import { planTerms } from './planTerms.ts'
import { adminWithFactor } from './secondFactor.ts'
import type { TestServer, TestUser } from './server.ts'
import { bankDetails } from './withdrawals.ts'

/** A call that is correct except for the code. */
export type Act = { path: string; body?: unknown }
export type Prepare = (by: TestUser) => Promise<Act> | Act

const left = { reason: 'Left the company', reason_kind: 'other' }

const method = {
  name: 'UPI',
  type: 'upi',
  instructions: 'Pay',
  details: { upi_id: 'pay@okhdfc', merchant_name: null, qr_code_url: null },
}
const menuLink = { title: 'Festival offer', link: 'https://example.test' }
const offer = { name: 'Starter', amount: 1000, bonus_percentage: 2, description: 'A first one' }
const plan = () => ({
  name: 'Bitcoin',
  symbol: `B${randomInt(1_000_000)}`,
  icon_url: 'https://example.test/b.png',
  ...planTerms,
})

/** `boss` creates what the acts are about. */
export function guardedActs(server: TestServer, boss: TestUser) {
  /** Each act signs a day of its own: an admin who has signed a day may not sign it again. */
  let signedDays = 0
  async function made(path: string, body: unknown): Promise<number> {
    const reply = await server.call('POST', path, { as: boss, body })
    if (reply.status !== 201) throw new Error(`${path} answered ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.id
  }
  const aCategory = () => made('/admin/cryptocurrency-categories', { name: randomUUID(), description: 'For long' })
  const aPlan = async () => made('/admin/cryptocurrencies', { ...plan(), category_id: await aCategory() })
  const aPackage = () => made('/admin/balance-packages', offer)
  const aMethod = () => made('/deposit-methods', method)
  const anAdmin = () => server.makeUser({ role: 'admin' })
  const inAYear = () => new Date(server.clock.now().getTime() + 365 * 86_400_000).toISOString()
  async function formOf({ id, email }: TestUser) {
    const { body } = await server.call('GET', `/users?search=${encodeURIComponent(email)}`, { as: boss })
    const { name, phone, referral_code, is_active, balance } = body.data[0]
    return { path: `/admin/users/${id}/edit`, body: { name, email, phone, referral_code, is_active, balance } }
  }
  async function edited(user: TestUser, change: object): Promise<Act> {
    const { path, body } = await formOf(user)
    return { path, body: { ...body, ...change } }
  }
  async function aDeposit(): Promise<number> {
    const user = await server.makeUser()
    const body = { amount: 1500, transaction_id: randomUUID(), payment_method: await aMethod() }
    return (await server.call('POST', '/deposits', { as: user, body })).body.id
  }
  /** A pending deposit, and the line of a statement that fits it. */
  async function aProvenDeposit(): Promise<{ id: number; deposit_id: number }> {
    const deposit_id = await aDeposit()
    const { body } = await server.call('GET', `/deposits?search=%23${deposit_id}&status=pending`, { as: boss })
    const file = `Date,Narration,Credit\n21/11/2026,${body.data[0].transaction_id},1500`
    const content = Buffer.from(file).toString('base64')
    await made('/bank-statements', { account: { name: randomUUID() }, file_name: 'a.csv', content })
    const lines = await server.call('GET', '/bank-statement-lines?view=suggested', { as: boss })
    return { id: lines.body.data[0].id, deposit_id }
  }
  async function aWithdrawal(): Promise<number> {
    const user = await server.makeUser({ walletRupees: 5000 })
    await approveKycOf(server, user, boss)
    const body = { amount: 1000, type: 'upi', withdrawal_details: { upi_id: 'asha@okhdfc' } }
    return (await server.call('POST', '/withdrawals', { as: user, body })).body.id
  }

  /** A batch with one withdrawal that this admin pays, and the bank's result file that reports it as paid. */
  async function aPaidBatch(by: TestUser): Promise<{ batch: number; content: string }> {
    const user = await server.makeUser({ walletRupees: 5000 })
    await approveKycOf(server, user, boss)
    const body = { amount: 1000, type: 'bank', withdrawal_details: bankDetails }
    const { id, number, net_amount } = (await server.call('POST', '/withdrawals', { as: user, body })).body
    const made = await server.call('POST', '/payout-batches', { as: by, body: { withdrawal_ids: [id] } })
    const file = `Reference,Amount,Status,UTR\n${number},${net_amount},Success,${randomInt(1e11, 9e11)}`
    return { batch: made.body.id, content: Buffer.from(file).toString('base64') }
  }

  const always: Record<string, Prepare> = {
    'GET /payout-batches/{id}/file': async (by) => ({
      path: `/payout-batches/${(await aPaidBatch(by)).batch}/file?way=neft&format=csv`,
    }),
    'POST /payout-batches/{id}/result': async (by) => {
      const { batch, content } = await aPaidBatch(by)
      return { path: `/payout-batches/${batch}/result`, body: { content, refused: [] } }
    },
    'POST /reported-payments/{id}/dismiss': async (by) => {
      const { batch, content } = await aPaidBatch(by)
      const body = { content, refused: [] }
      // `boss` does not pay it: the payment is kept as reported
      const taken = await server.call('POST', `/payout-batches/${batch}/result`, { as: boss, body })
      const [report] = taken.body.batch.payouts[0].reported_payments
      return { path: `/reported-payments/${report.id}/dismiss`, body: { reason: 'Sent back by the bank' } }
    },
    'GET /audit/export': () => ({ path: '/audit/export' }),
    'GET /reports/{report}/export': () => ({ path: '/reports/inflow/export?format=csv' }),
    'GET /kyc/pending/export': () => ({ path: '/kyc/pending/export' }),
    'GET /users/export': () => ({ path: '/users/export' }),
    'GET /users/{id}/data': async () => ({ path: `/users/${(await server.makeUser()).id}/data` }),
    'POST /kyc/{userId}/open-locked': async () => {
      const user = await server.makeUser()
      await approveKycOf(server, user, boss)
      await server.call('DELETE', `/users/${user.id}`, { as: boss })
      return { path: `/kyc/${user.id}/open-locked`, body: { reason: 'Asked by the court' } }
    },
    'GET /admin/users/{id}/statement': async () => ({
      path: `/admin/users/${(await server.makeUser()).id}/statement?from=2026-04-01&to=2026-04-30&format=csv`,
    }),
    'GET /deposits/export': () => ({ path: '/deposits/export' }),
    'GET /withdrawals/export': () => ({ path: '/withdrawals/export' }),
    'GET /admin/balance-transfers/export': () => ({ path: '/admin/balance-transfers/export' }),
    'POST /kyc/{userId}/reveal': async () => {
      const user = await server.makeUser()
      await submit(server, user, await kycFormOf(server, user))
      return { path: `/kyc/${user.id}/reveal`, body: { id_index: 0, reason: 'Asked by the bank' } }
    },
    'POST /withdrawals/{id}/return': async () => {
      const id = await aWithdrawal()
      await server.call('PUT', `/withdrawals/${id}`, {
        as: boss,
        body: { status: 'approved', transaction_id: randomUUID() },
      })
      return { path: `/withdrawals/${id}/return`, body: { reason: 'The account is closed' } }
    },
    'POST /kyc/{userId}/revoke': async () => {
      const user = await server.makeUser()
      await approveKycOf(server, user, boss)
      return { path: `/kyc/${user.id}/revoke`, body: { id_index: 0, reason: 'The card is forged' } }
    },
    'POST /deposits/{id}/reverse': async () => {
      const id = await aDeposit()
      const body = { status: 'approved', approved_amount: 1500 }
      await server.call('PUT', `/deposits/${id}`, { as: boss, body })
      return { path: `/deposits/${id}/reverse`, body: { reason: 'The bank took it back' } }
    },
    'POST /bank-statement-lines/{id}/approve': async () => {
      const { id, deposit_id } = await aProvenDeposit()
      return { path: `/bank-statement-lines/${id}/approve`, body: { deposit_id } }
    },
    'POST /bank-statement-lines/{id}/return': async () => {
      const withdrawal_id = await aWithdrawal()
      const transaction_id = `RTN${withdrawal_id}X${randomUUID().slice(0, 8)}`
      const paid = { status: 'approved', transaction_id }
      const { body: payout } = await server.call('PUT', `/withdrawals/${withdrawal_id}`, { as: boss, body: paid })
      const file = `Date,Narration,Credit\n21/11/2026,NEFT RETURN ${transaction_id},${payout.net_amount}`
      const content = Buffer.from(file).toString('base64')
      await made('/bank-statements', { account: { name: randomUUID() }, file_name: 'b.csv', content })
      const lines = await server.call('GET', '/bank-statement-lines?view=suggested', { as: boss })
      return {
        path: `/bank-statement-lines/${lines.body.data[0].id}/return`,
        body: { withdrawal_id, reason: 'The account is closed' },
      }
    },
    'POST /reconciliation/days/{day}/sign': async () => {
      const day = addDays(dayOf(server.clock.now()), (signedDays -= 1))
      const { body } = await server.call('GET', `/reconciliation/days/${day}`, { as: boss })
      return { path: `/reconciliation/days/${day}/sign`, body: { digest: body.digest, note: 'Looked at' } }
    },
    'POST /admin/date/confirm': async () => {
      const { db, clock } = server.services
      const at = clock.machine()
      await sql`
        insert into trusted_date (trusted_at, doubted_at) values (${at}, ${at})
        on conflict (only_row) do update set doubted_at = excluded.doubted_at`.execute(db)
      return { path: '/admin/date/confirm', body: { day: dayOf(at) } }
    },
    'POST /bank-statement-lines/approve': async () => ({
      path: '/bank-statement-lines/approve',
      body: { lines: [await aProvenDeposit()] },
    }),
    'PUT /admin/admins/{id}/roles': async () => ({
      path: `/admin/admins/${(await anAdmin()).id}/roles`,
      body: { roles: ['viewer'] },
    }),
    'POST /users/{id}/earn-to-wallet': async () => {
      const user = await server.makeUser({ walletRupees: 100 })
      await server.call('POST', '/flexible/deposit', { as: user, body: { amount: 100 } })
      return { path: `/users/${user.id}/earn-to-wallet`, body: { reason: 'Is leaving' } }
    },
    'POST /users/{id}/freeze': async () => ({
      path: `/users/${(await server.makeUser()).id}/freeze`,
      body: { reason: 'Reported by the bank' },
    }),
    'POST /users/{id}/unfreeze': async () => {
      const { id } = await server.makeUser()
      await server.call('POST', `/users/${id}/freeze`, { as: boss, body: { reason: 'Reported by the bank' } })
      return { path: `/users/${id}/unfreeze` }
    },
    'POST /admin/admins': () => ({ path: '/admin/admins', body: someone() }),
    'POST /admin/second-factor/recovery-codes': () => ({ path: '/admin/second-factor/recovery-codes' }),
    'POST /admin/second-factor/remove': () => ({ path: '/admin/second-factor/remove' }),
    'POST /admin/admins/{id}/second-factor/reset': async () => {
      const { id } = await adminWithFactor(server)
      return { path: `/admin/admins/${id}/second-factor/reset` }
    },
    'POST /admin/proposals/{id}/approve': async () => {
      await setFourEyes(server, 0)
      const { body } = await server.call('POST', '/deposit-methods', { as: boss, body: method })
      await setFourEyes(server, null)
      return { path: `/admin/proposals/${body.proposal.id}/approve` }
    },
    'POST /admin/mass-notification': () => ({
      path: '/admin/mass-notification',
      body: { title: 'New account', message: 'Pay to thief@okhdfc', type: 'info', expires_at: inAYear() },
    }),
    'POST /upcomings': () => ({ path: '/upcomings', body: menuLink }),
    'PUT /upcomings/{id}': async () => ({
      path: `/upcomings/${await made('/upcomings', menuLink)}`,
      body: { ...menuLink, link: 'https://evil.example' },
    }),
    'POST /deposit-methods': () => ({ path: '/deposit-methods', body: method }),
    'PUT /deposit-methods/{id}': async () => ({
      path: `/deposit-methods/${await aMethod()}`,
      body: { ...method, name: 'Pay to thief@okhdfc' },
    }),
    'POST /admin/balance-packages': () => ({ path: '/admin/balance-packages', body: offer }),
    'PUT /admin/balance-packages/{id}': async () => ({
      path: `/admin/balance-packages/${await aPackage()}`,
      body: offer,
    }),
    'DELETE /admin/balance-packages/{id}': async () => ({ path: `/admin/balance-packages/${await aPackage()}` }),
    'POST /admin/balance-packages/{id}/toggle': async () => ({
      path: `/admin/balance-packages/${await aPackage()}/toggle`,
    }),
    'POST /admin/cryptocurrencies': async () => ({
      path: '/admin/cryptocurrencies',
      body: { ...plan(), category_id: await aCategory() },
    }),
    'PUT /admin/cryptocurrencies/{id}': async () => ({
      path: `/admin/cryptocurrencies/${await aPlan()}`,
      body: { ...plan(), category_id: await aCategory() },
    }),
    'DELETE /admin/cryptocurrencies/{id}': async () => ({ path: `/admin/cryptocurrencies/${await aPlan()}` }),
  }

  /** By call: what requires a code, and what of the same call does not. */
  const sometimes: Record<string, { with: Record<string, Prepare>; without: Record<string, Prepare> }> = {
    'PUT /admin/users/{id}/edit': {
      with: {
        "a user's e-mail address": async () => edited(await server.makeUser(), { email: someone().email }),
        "a user's phone number": async () => edited(await server.makeUser(), { phone: someone().phone }),
        "a user's password": async () => edited(await server.makeUser(), { password: someone().password }),
        "a user's balance": async () => edited(await server.makeUser(), { balance: 5 }),
        'anything of an admin': async () => edited(await anAdmin(), { name: 'Renamed' }),
      },
      without: { "a user's name": async () => edited(await server.makeUser(), { name: 'Renamed' }) },
    },
    'POST /users/{id}/toggle-status': {
      with: { 'an admin': async () => ({ path: `/users/${(await anAdmin()).id}/toggle-status`, body: left }) },
      without: { 'a user': async () => ({ path: `/users/${(await server.makeUser()).id}/toggle-status` }) },
    },
    'DELETE /users/{id}': {
      with: { 'an admin': async () => ({ path: `/users/${(await anAdmin()).id}`, body: left }) },
      without: { 'a user': async () => ({ path: `/users/${(await server.makeUser()).id}` }) },
    },
    'PUT /deposits/{id}': {
      with: {
        'an approval': async () => ({
          path: `/deposits/${await aDeposit()}`,
          body: { status: 'approved', approved_amount: 1500 },
        }),
      },
      without: {
        'a rejection': async () => ({
          path: `/deposits/${await aDeposit()}`,
          body: { status: 'rejected', admin_note: 'Not found' },
        }),
      },
    },
    'PUT /withdrawals/{id}': {
      with: {
        'an approval': async (by) => {
          const id = await aWithdrawal()
          await server.call('POST', `/withdrawals/${id}/claim`, { as: by, body: {} })
          return { path: `/withdrawals/${id}`, body: { status: 'approved', transaction_id: randomUUID() } }
        },
      },
      without: {
        'a rejection': async () => ({
          path: `/withdrawals/${await aWithdrawal()}`,
          body: { status: 'rejected', admin_note: 'Name differs' },
        }),
      },
    },
    'PUT /settings': {
      with: {
        'a text and a rate': async () => {
          const { body } = await server.call('GET', '/settings/header_line', { as: boss })
          const usdt = settingsTable.usdt_value.default
          return {
            path: '/settings',
            body: {
              changes: [
                { key: 'header_line', value: 'Hello' },
                { key: 'usdt_value', value: usdt },
              ],
              previous: { header_line: body.value, usdt_value: usdt },
            },
          }
        },
      },
      without: {},
    },
    'PUT /settings/{key}': {
      with: Object.fromEntries(Object.keys(settingsTable).map((key) => [key, setting(key)])),
      without: {},
    },
  }
  return { always, sometimes }
}

function setting(key: string): Prepare {
  if (!isSettingKey(key)) throw new Error(`no setting ${key}`)
  return () => ({ path: `/settings/${key}`, body: { value: settingsTable[key].default } })
}

export const someone = () => ({
  name: 'Ravi',
  email: `x-${randomUUID()}@example.test`,
  phone: `+9194${String(randomInt(100_000_000)).padStart(8, '0')}`,
  password: 'teen hathi nadi par',
})

/**
 * Sets the amount from which a second admin must approve, in rupees; null turns it off. Sets it without a call, which might itself
 * be guarded.
 */
export async function setFourEyes({ services }: TestServer, above: number | null): Promise<void> {
  const value = above === null ? '' : String(above)
  await sql`
    insert into settings (key, value, updated_at) values ('four_eyes_above', ${value}, ${services.clock.now()})
    on conflict (key) do update set value = excluded.value`.execute(services.db)
  services.settings.forget()
}
