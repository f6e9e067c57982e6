import { sql } from '../platform/database/sql.ts'
import { ERASED_NAME, type PersonalTable } from '../platform/personal.ts'

export const personal: PersonalTable[] = [
  {
    table: 'notifications',
    columns: ['user_id'],
    exported: {
      as: 'notifications',
      // who sent money is that person's own data
      rows: (user) => sql`
        select created_at, kind, case kind when 'transfer_received' then n.values - 'sender' else n.values end as values,
               title, message, read_at
          from notifications n where user_id = ${user} order by id`,
    },
    erased: async (tx, { id }) => {
      await sql`delete from notifications where user_id = ${id}`.execute(tx)
      // the notices to those to whom the person sent money
      await sql`
        update notifications n
           set values = n.values || jsonb_build_object('sender', ${ERASED_NAME}::text, 'note', null)
          from balance_transfers t
         where t.sender_id = ${id} and t.status = 'completed'
           and n.user_id = t.receiver_id and n.kind = 'transfer_received' and n.about = t.id`.execute(tx)
    },
  },
  {
    table: 'notification_reads',
    columns: ['user_id'],
    exported: {
      as: 'announcements_read',
      rows: (user) => sql`
        select n.title, r.read_at
          from notification_reads r join notifications n on n.id = r.notification_id
         where r.user_id = ${user} order by r.read_at`,
    },
    erased: (tx, { id }) => sql`delete from notification_reads where user_id = ${id}`.execute(tx).then(() => undefined),
  },
]
