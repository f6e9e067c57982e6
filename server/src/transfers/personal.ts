import { sql } from '../platform/database/sql.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { eraseFromTransfers, statusAt } from './queries.ts'

export const personal: PersonalTable[] = [
  {
    table: 'balance_transfers',
    columns: ['sender_id', 'receiver_id'],
    exported: {
      as: 'transfers',
      // the other person only as masked as the sender saw them; the sender of received money is that person's own data
      rows: (user, at) => sql`
        select created_at, case when sender_id = ${user} then 'sent' else 'received' end as direction,
               case when sender_id = ${user} then receiver_masked end as receiver, amount,
               case when sender_id = ${user} then fee end as fee, note,
               ${statusAt(at)} as status, case when status = 'pending' and otp_expires_at <= ${at} then otp_expires_at else ended_at end as ended_at
          from balance_transfers t
         where sender_id = ${user} or receiver_id = ${user} and status = 'completed'
         order by id`,
    },
    erased: eraseFromTransfers,
  },
  {
    table: 'transfer_senders',
    columns: ['user_id'],
    exported: {
      as: 'bittpay_pause',
      rows: (user) => sql`
        select frozen_until from transfer_senders where user_id = ${user} and frozen_until is not null`,
    },
    erased: { stays: 'a moment, under the number of the account' },
  },
  {
    table: 'transfer_wrong_codes',
    columns: ['sender_id'],
    exported: {
      as: 'wrong_transfer_codes',
      rows: (user) => sql`select at from transfer_wrong_codes where sender_id = ${user} order by id`,
    },
    erased: { stays: 'moments, under the number of the account' },
  },
]
