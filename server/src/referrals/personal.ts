import { sql } from '../platform/database/sql.ts'
import { FIGURES, type PersonalTable } from '../platform/personal.ts'

export const personal: PersonalTable[] = [
  {
    table: 'referral_rewards',
    columns: ['referred_id', 'referrer_id'],
    exported: {
      as: 'referral_rewards',
      rows: (user) => sql`select created_at, amount from referral_rewards where referrer_id = ${user} order by id`,
    },
    erased: FIGURES,
  },
  {
    table: 'referral_shares',
    columns: ['referred_id', 'referrer_id'],
    exported: {
      as: 'referral_shares',
      rows: (user) =>
        sql`select created_at, posted as amount from referral_shares where referrer_id = ${user} order by id`,
    },
    erased: FIGURES,
  },
  {
    table: 'referrals',
    columns: ['referred_id'],
    exported: { withheld: 'fractions of a paisa that somebody else is owed' },
    erased: FIGURES,
  },
  {
    table: 'rewarded_numbers',
    columns: ['referred_id'],
    exported: { withheld: 'a keyed hash' },
    erased: { stays: 'one reward for each ID number, for ever (docs/rules.md#referrals-and-welcome-bonus)' },
  },
]
