import { sql } from '../platform/database/sql.ts'
import { FIGURES, type PersonalTable } from '../platform/personal.ts'
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
  {
    table: 'payment_references',
    columns: ['user_id'],
    exported: {
      as: 'payment_references',
      rows: (user) => sql`
        select reference, created_at, deposit_id from payment_references where user_id = ${user} order by created_at`,
    },
    erased: FIGURES,
  },
]
