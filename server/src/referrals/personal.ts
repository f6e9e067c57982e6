import { sql } from '../platform/database/sql.ts'
import type { PersonalTable } from '../platform/personal.ts'

const figures = { stays: 'figures of the books, under the number of the account' }

export const personal: PersonalTable[] = [
  {
    table: 'referral_rewards',
    columns: ['referred_id', 'referrer_id'],
    exported: {
      as: 'referral_rewards',
      rows: (user) => sql`select created_at, amount from referral_rewards where referrer_id = ${user} order by id`,
    },
    erased: figures,
  },
  {
    table: 'referral_shares',
    columns: ['referred_id', 'referrer_id'],
    exported: {
      as: 'referral_shares',
      rows: (user) =>
        sql`select created_at, posted as amount from referral_shares where referrer_id = ${user} order by id`,
    },
    erased: figures,
  },
  {
    table: 'referrals',
    columns: ['referred_id'],
    exported: { withheld: 'fractions of a paisa that somebody else is owed' },
    erased: figures,
  },
  {
    table: 'rewarded_numbers',
    columns: ['referred_id'],
    exported: { withheld: 'a keyed hash' },
    erased: { stays: 'one reward for each ID number, for ever (docs/rules.md#welcome-bonus)' },
  },
]
