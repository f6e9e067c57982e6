import { sql } from '../platform/database/sql.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { eraseConversations } from './actions.ts'

export const personal: PersonalTable[] = [
  {
    table: 'conversations',
    columns: ['user_id', 'visitor_email', 'assigned_to'],
    exported: {
      as: 'conversations',
      rows: (user) => sql`
        select id, about_kind, about_id, status, created_at, last_at from conversations where user_id = ${user} order by id`,
    },
    erased: eraseConversations,
  },
  {
    table: 'conversation_messages',
    columns: ['admin_id'],
    exported: {
      as: 'conversation_messages',
      rows: (user) => sql`
        select m.conversation_id, m.created_at, case when m.admin_id is null then 'you' else 'support' end as written_by,
               m.text, m.pictures
          from conversation_messages m
          join conversations c on c.id = m.conversation_id
         where c.user_id = ${user}
         order by m.id`,
    },
    erased: eraseConversations,
  },
  {
    table: 'contact_requests',
    columns: ['email'],
    exported: { withheld: 'what somebody wrote in the name of an address and nobody confirmed, for a day' },
    erased: eraseConversations,
  },
]
