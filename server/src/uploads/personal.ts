import { sql } from '../platform/database/sql.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { markUnusedOfForDeletion } from './queries.ts'

export const personal: PersonalTable[] = [
  {
    table: 'files',
    columns: ['owner_id'],
    exported: {
      as: 'uploaded_pictures',
      rows: (user) => sql`
        select created_at, bytes, state = 'kept' as is_part_of_a_record
          from files where owner_id = ${user} and state in ('stored', 'kept') order by created_at`,
    },
    // pictures of identity records are locked with their records
    erased: (tx, { id }) => markUnusedOfForDeletion(tx, id),
  },
]
