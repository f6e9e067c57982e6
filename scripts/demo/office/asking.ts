/** Requests of people, so that the team has something to work on. */
import { submitKyc } from '../../../server/src/kyc/actions.ts'
import type { Config } from '../../../server/src/config.ts'
import { transaction } from '../../../server/src/platform/database/database.ts'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { digitsOf, idNumberOf } from '../people.ts'
import { type Desk, identityApproved, pickPeople } from './desk.ts'

const RUPEES_MIN = 500
const RUPEES_MAX = 20_000

/** People with money and an approved identity request a withdrawal to their bank; returns the ids of the requests. */
export async function askForPayouts(desk: Desk, { count, salt }: { count: number; salt: string }): Promise<number[]> {
  const people = await pickPeople(desk.db, {
    where: sql`${identityApproved} and a.balance >= ${2 * RUPEES_MIN * 100}::bigint`,
    limit: count,
    salt,
  })
  const asked: number[] = []
  for (const { id, number, name, paise } of people) {
    const as = { id, role: 'user' } as const
    const quarter = Number(paise / 40_000n) * 100
    const withdrawal_details = {
      bank_name: 'State Bank of India',
      account_name: name,
      account_number: digitsOf(number, 12),
      ifsc_code: 'SBIN0000001',
    }
    const body = { amount: Math.min(RUPEES_MAX, Math.max(RUPEES_MIN, quarter)), type: 'bank', withdrawal_details }
    asked.push((await desk.call<{ id: number }>(as, { method: 'POST', path: '/withdrawals', body })).id)
  }
  return asked
}

/** People without an identity record submit one, with its picture. */
export async function sendIdentities(
  desk: Desk,
  { count, card, config }: { count: number; card: Buffer; config: Config },
): Promise<void> {
  const where = sql`not exists (select from kyc_records k where k.user_id = u.id)`
  for (const { id, number } of await pickPeople(desk.db, { where, limit: count, salt: 'identities' })) {
    const form = {
      govt_id_type: 'pan' as const,
      govt_id_number: idNumberOf(number, 'pan'),
      govt_id_urls: [await desk.upload({ id, role: 'user' }, card)],
    }
    const sent = { user: id, form, at: desk.now(), address: '127.0.0.1', config }
    await transaction(desk.db, (tx) => submitKyc(tx, sent))
  }
}
