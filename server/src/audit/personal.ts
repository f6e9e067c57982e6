import { sql } from '../platform/database/sql.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { erasePerson } from './erasing.ts'

export const personal: PersonalTable[] = [
  {
    table: 'audit_log',
    columns: ['admin_id', 'approved_by'],
    exported: {
      as: 'acts_of_admins',
      onlyFor: 'operator',
      rows: (user) => sql`
        select at, action, subject, subject_id, before, after, reason
          from audit_log
         where subject = 'user' and subject_id = ${user} and action <> 'audit erased'
            or subject = 'kyc' and coalesce(after ->> 'user', before ->> 'user') = ${String(user)}
         order by id`,
    },
    erased: erasePerson,
  },
  {
    table: 'audit_counts',
    columns: ['admin_id'],
    exported: { withheld: 'counts how often each admin did each act' },
    erased: { stays: 'figures of an admin by number' },
  },
]
