import { sql } from '../platform/database/sql.ts'
import { hasFactor } from '../platform/identity/secondFactor.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { eraseReasons } from './queries.ts'

/** A contact of the users row `u`; null if another account has it now (contract/contact.ts). */
const own = (contact: 'email' | 'phone') =>
  sql.raw(`case when u.${contact} not like 'released %' then u.${contact} end as ${contact}`)

export const personal: PersonalTable[] = [
  {
    table: 'users',
    columns: ['id', 'email', 'phone', 'referred_by'],
    exported: {
      as: 'account',
      rows: (user) => sql`
        select id, name, ${own('email')}, ${own('phone')}, role, roles, language, referral_code, referred_by is not null as was_invited, created_at,
               email_verified_at, phone_verified_at, last_sign_in_at, welcome_seen_at, is_active, frozen_at,
               money_paused_until, ${hasFactor} as second_factor, must_change_password, closing_asked_at, closed_at
          from users u where id = ${user}`,
    },
    // last of all, by closeAccount: the row stays under an anonymous name for the records that refer to it
    erased: { stays: 'an anonymous row for the books; or the row goes too' },
  },
  {
    table: 'balance_adjustments',
    columns: ['user_id', 'admin_id'],
    exported: {
      as: 'balance_adjustments',
      rows: (user) =>
        sql`select id, created_at, change, reason from balance_adjustments where user_id = ${user} order by id`,
    },
    erased: (tx, { id }) => eraseReasons(tx, id),
  },
]
