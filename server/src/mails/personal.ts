import { sql } from '../platform/database/sql.ts'
import { eraseMessages } from '../platform/outbox/outbox.ts'
import type { PersonalTable } from '../platform/personal.ts'

export const personal: PersonalTable[] = [
  {
    table: 'outbox',
    columns: ['recipient', 'about'],
    exported: {
      as: 'messages_sent',
      // An address or number may have been somebody else's until this account proved it.
      rows: (user) => sql`
        select o.channel, o.recipient, o.subject, o.created_at, o.sent_at
          from outbox o
          join users u on o.channel = 'mail' and o.recipient = u.email and o.created_at >= u.email_verified_at
                       or o.channel = 'sms' and o.recipient = u.phone and o.created_at >= u.phone_verified_at
         where u.id = ${user}
         order by o.id`,
    },
    erased: eraseMessages,
  },
]
