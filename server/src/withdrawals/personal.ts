import { sql } from '../platform/database/sql.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { emptyDetails } from './queries.ts'

export const personal: PersonalTable[] = [
  {
    table: 'withdrawals',
    columns: ['user_id', 'decided_by', 'claimed_by', 'returned_by'],
    exported: {
      as: 'withdrawals',
      rows: (user) => sql`
        select id, created_at, type, details, amount, fee, status, transaction_id, rejection_preset, admin_note, decided_at,
               returned_at, return_reason
          from withdrawals where user_id = ${user} order by id`,
    },
    erased: (tx, { id }) => emptyDetails(tx, id),
  },
]
