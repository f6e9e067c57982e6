import { openAccounts } from '../../../server/src/ledger/post.ts'
import type { Tx } from '../../../server/src/platform/database.ts'
import type { Lives } from '../lives/lives.ts'
import type { Place } from '../place.ts'
import { insertRows } from './insert.ts'

export async function writePeople(tx: Tx, { people }: Lives, { passwordHash }: Place): Promise<void> {
  await insertRows(
    tx,
    'users',
    people.map((person) => ({
      id: person.id,
      name: person.name,
      email: person.email,
      phone: person.phone,
      password_hash: passwordHash,
      role: 'user',
      is_active: person.isActive,
      referral_code: person.referralCode,
      referred_by: person.referrer?.id ?? null,
      must_change_password: false,
      welcome_seen_at: person.earn && person.earn.bonus > 0n ? null : person.registeredAt,
      created_at: person.registeredAt,
    })),
  )
  await openAccounts(
    tx,
    people.map((person) => person.id),
  )
}
