import { sql } from '../platform/database/sql.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { eraseNotes } from './actions.ts'

export const personal: PersonalTable[] = [
  {
    table: 'notes',
    columns: ['user_id', 'admin_id'],
    exported: {
      as: 'notes',
      onlyFor: 'operator', // the law on money laundering forbids telling somebody that they are being watched
      rows: (user) => sql`select created_at, subject, subject_id, text from notes where user_id = ${user} order by id`,
    },
    erased: eraseNotes,
  },
  {
    table: 'flags',
    columns: ['user_id', 'admin_id'],
    exported: {
      as: 'flags',
      onlyFor: 'operator',
      rows: (user) =>
        sql`select created_at, subject, subject_id, kind from flags where user_id = ${user} order by created_at`,
    },
    erased: eraseNotes,
  },
  {
    table: 'assignments',
    columns: ['user_id', 'assigned_to', 'admin_id'],
    exported: { withheld: 'says which admin sees to a record' },
    erased: eraseNotes,
  },
]
