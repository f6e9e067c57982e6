import type { PersonalTable } from '../platform/personal.ts'
import { forgetReader } from './queries.ts'

const WITHHELD = { withheld: 'says what an admin was alerted to, by numbers' }

export const personal: PersonalTable[] = [
  {
    table: 'alerts',
    columns: ['actor_id', 'for_id'],
    exported: WITHHELD,
    erased: {
      stays: 'who did what admins were alerted to, or whom it was about, under numbers; deleted after a while',
    },
  },
  { table: 'alert_seen', columns: ['admin_id'], exported: WITHHELD, erased: (tx, { id }) => forgetReader(tx, id) },
  { table: 'alert_mails', columns: ['admin_id'], exported: WITHHELD, erased: (tx, { id }) => forgetReader(tx, id) },
]
