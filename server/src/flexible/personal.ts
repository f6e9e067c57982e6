import { sql } from '../platform/database/sql.ts'
import { FIGURES, type PersonalTable } from '../platform/personal.ts'

export const personal: PersonalTable[] = [
  {
    table: 'flexible_accounts',
    columns: ['user_id'],
    exported: {
      as: 'earn',
      rows: (user) =>
        sql`select principal, bonus, paid_in, bonus_released from flexible_accounts where user_id = ${user}`,
    },
    erased: FIGURES,
  },
  {
    table: 'flexible_movements',
    columns: ['user_id'],
    exported: {
      as: 'earn_movements',
      rows: (user) => sql`
        select created_at, type, amount, balance_after from flexible_movements where user_id = ${user} order by id`,
    },
    erased: FIGURES,
  },
  {
    table: 'flexible_interest',
    columns: ['user_id'],
    exported: {
      as: 'earn_interest',
      rows: (user) => sql`
        select at, eligible, posted, balance_after from flexible_interest where user_id = ${user} order by at`,
    },
    erased: FIGURES,
  },
]
