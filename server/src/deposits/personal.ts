import { sql } from '../platform/database/sql.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { eraseTexts } from './queries.ts'

export const personal: PersonalTable[] = [
  {
    table: 'deposits',
    columns: ['user_id', 'decided_by'],
    exported: {
      as: 'deposits',
      rows: (user) => sql`
        select id, created_at, method_name, type, payee, requested_amount, approved_amount, package_name, bonus, transaction_id,
               status, rejection_preset, admin_note, decided_at, reversed_at, reversal_reason
          from deposits where user_id = ${user} order by id`,
    },
    erased: (tx, { id }) => eraseTexts(tx, id),
  },
]
