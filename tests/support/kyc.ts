/** Identity documents for tests: submitted with real uploads, decided through HTTP. */
import { verhoeffDigit, type KycForm } from '@bittkosh/contract/kyc'
import { govtIdsOf, submitKyc } from '../../server/src/kyc/actions.ts'
import { transaction } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { uploadedUrl } from './pictures.ts'
import type { TestServer, TestUser } from './server.ts'

let made = 0

/** A PAN that no other test of this run has used. */
export function freshPan(): string {
  const number = `${process.pid % 100}${made++}`.padStart(8, '0').slice(-8)
  const letters = number.slice(0, 4).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')
  return `${letters.slice(0, 3)}P${letters[3]}${number.slice(4)}F`
}

/** An Aadhaar number with a valid check digit that no other test of this run has used. */
export function freshAadhar(): string {
  const digits = `2${String(process.pid % 1000)}${made++}`.padEnd(11, '0').slice(0, 11)
  return `${digits}${verhoeffDigit(digits)}`
}

/** A complete form of a user, with uploaded pictures. */
export async function kycFormOf(server: TestServer, user: TestUser, type: 'aadhar' | 'pan' = 'pan'): Promise<KycForm> {
  const front = await uploadedUrl(server, user)
  return type === 'pan'
    ? { govt_id_type: type, govt_id_urls: [front], govt_id_number: freshPan() }
    : { govt_id_type: type, govt_id_urls: [front, await uploadedUrl(server, user)], govt_id_number: freshAadhar() }
}

/** Submits a form as PUT /profile does. */
export function submit(server: TestServer, user: TestUser, form: KycForm): Promise<void> {
  const { config, db } = server.services
  return transaction(db, (tx) =>
    submitKyc(tx, { user: user.id, form, at: server.clock.now(), address: '127.0.0.1', config }),
  )
}

/** Gives a user an approved first record. */
export async function approveKycOf(server: TestServer, user: TestUser, admin: TestUser): Promise<void> {
  await submit(server, user, await kycFormOf(server, user))
  const body = { id_index: 0, status: 'approved' }
  const reply = await server.call('POST', `/kyc/${user.id}/verify`, { as: admin, body })
  if (reply.status !== 200) throw new Error(`approving KYC answered ${reply.status} ${JSON.stringify(reply.body)}`)
}

/**
 * Approves an identity document and a deposit of a user, so that the welcome bonus can be withdrawn and the referrer earns a
 * reward.
 */
export async function prove(server: TestServer, user: TestUser, admin: TestUser): Promise<void> {
  await approveKycOf(server, user, admin)
  const method = { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank', qr_code_url: '' } }
  const { id } = (await server.call('POST', '/deposit-methods', { as: admin, body: method })).body
  const paid = { amount: 2_000, transaction_id: `UTR ${user.id}`, payment_method: id }
  const filed = await server.call('POST', '/deposits', { as: user, body: paid })
  const decided = await server.call('PUT', `/deposits/${filed.body.id}`, {
    as: admin,
    body: { status: 'approved', approved_amount: 2_000 },
  })
  if (decided.status !== 200) throw new Error(`approving the deposit answered ${decided.status}`)
}

/** The calls of both sides, and the stored data of a user's documents. */
export function kycOn(server: TestServer, admin: TestUser) {
  const idsOf = (user: TestUser) =>
    govtIdsOf(server.services.db, {
      user: user.id,
      at: server.clock.now(),
      config: server.services.config,
      language: 'en',
    })
  const verify = (user: TestUser, body: object, as = admin) =>
    server.call('POST', `/kyc/${user.id}/verify`, { as, body: { id_index: 0, ...body } })
  const reject = (user: TestUser, reason = 'The photo is blurred') =>
    verify(user, { status: 'rejected', rejection_reason: reason })
  async function submitted(type: 'aadhar' | 'pan' = 'pan') {
    const user = await server.makeUser()
    const form = await kycFormOf(server, user, type)
    await submit(server, user, form)
    return { user, form }
  }
  async function rowsOf(user: TestUser) {
    const { rows } = await sql<{ id: number; sealed_number: Buffer | null }>`
      select * from kyc_records where user_id = ${user.id} order by position`.execute(server.services.db)
    return rows
  }
  async function notificationsOf(user: TestUser) {
    const { body } = await server.call('GET', '/notifications', { as: user })
    return (body.data as { title: string; message: string }[]).toReversed()
  }
  async function auditOf(action: string, subject: number) {
    const { rows } = await sql<{ admin_id: number | null; before: object; after: object; reason: string | null }>`
      select admin_id, before, after, reason from audit_log
       where action = ${action} and subject = 'kyc' and subject_id = ${subject}`.execute(server.services.db)
    return rows
  }
  const queue = async (search?: string) => {
    const query = search ? `?search=${encodeURIComponent(search)}` : ''
    return (await server.call('GET', `/kyc/pending${query}`, { as: admin })).body
  }
  return { idsOf, verify, reject, submitted, rowsOf, notificationsOf, auditOf, queue }
}
