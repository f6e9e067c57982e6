import type { Paise } from '@bittkosh/contract/money'
import { phoneIsProven } from '../auth/actions.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export type ProfileRow = {
  name: string
  email: string
  phone: string
  emailVerified: boolean
  phoneVerified: boolean
  balance: Paise
  referralCode: string
  welcomeSeen: boolean
  mustChangePassword: boolean
  closingAskedAt: Date | null
}

export async function findProfile(db: Db | Tx, user: number, config: { smsUrl: string | null }): Promise<ProfileRow> {
  const { rows } = await sql<ProfileRow>`
    select u.name, u.email, u.phone, u.email_verified_at is not null as "emailVerified",
           ${phoneIsProven(config)} as "phoneVerified", a.balance, u.referral_code as "referralCode",
           u.welcome_seen_at is not null as "welcomeSeen", u.must_change_password as "mustChangePassword",
           u.closing_asked_at as "closingAskedAt"
      from users u
      join ledger_accounts a on a.holder = u.id and a.kind = 'wallet'
     where u.id = ${user}`.execute(db)
  return onlyRow(rows, `the profile of user ${user}`)
}
