import { sql } from '../platform/database/sql.ts'
import { FIGURES, type PersonalTable } from '../platform/personal.ts'

export const personal: PersonalTable[] = [
  {
    table: 'investments',
    columns: ['user_id'],
    exported: {
      as: 'investments',
      rows: (user) => sql`
        select id, bought_at, name, symbol, amount, profit, duration_days, matures_on, claimed_at
          from investments where user_id = ${user} order by id`,
    },
    erased: FIGURES,
  },
]
