import { sql } from '../platform/database/sql.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { eraseFromProposals } from './erasing.ts'

export const personal: PersonalTable[] = [
  {
    table: 'proposals',
    columns: ['user_id', 'made_by', 'decided_by'],
    exported: {
      as: 'proposals',
      onlyFor: 'operator',
      rows: (user) => sql`
        select made_at, action, subject, subject_id, acts, status, decided_at, reason
          from proposals
         where user_id = ${user} or subject = 'user' and subject_id = ${user}
         order by id`,
    },
    erased: eraseFromProposals,
  },
]
