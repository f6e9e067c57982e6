import { sql } from '../platform/database/sql.ts'
import { eraseMessages } from '../platform/outbox/outbox.ts'
import type { PersonalTable } from '../platform/personal.ts'

export const personal: PersonalTable[] = [
  {
    table: 'outbox',
    columns: ['recipient', 'about'],
    exported: {
      as: 'messages_sent',
      rows: (user) => sql`
        select o.channel, o.recipient, o.subject, o.created_at, o.sent_at
          from outbox o join users u on o.recipient in (u.email, u.phone)
         where u.id = ${user}
         order by o.id`,
    },
    erased: eraseMessages,
  },
]
