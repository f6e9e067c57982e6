import { sql } from '../platform/database/sql.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { lockKyc } from './actions.ts'

export const personal: PersonalTable[] = [
  {
    table: 'kyc_records',
    columns: ['user_id', 'decided_by'],
    exported: {
      as: 'identity_documents',
      // for locked records the document states only that they exist, and until when
      rows: (user) => sql`
        select type, case when locked_until is null then masked_number end as masked_number, status, submitted_at, decided_at,
               case when locked_until is null then rejection_preset end as rejection_preset,
               case when locked_until is null then rejection_reason end as rejection_reason, revoked_at,
               consent_version, consent_language, consent_at, locked_until, lock_reason,
               case when locked_until is null then pictures else '{}' end as pictures
          from kyc_records where user_id = ${user} order by position`,
    },
    erased: (tx, { id, at }) => lockKyc(tx, at, id),
  },
  {
    table: 'id_numbers',
    columns: ['user_id'],
    exported: { withheld: 'a keyed hash' },
    erased: { stays: 'finds the same ID number again (docs/rules.md#referrals-and-welcome-bonus)' },
  },
  {
    table: 'welcomed_numbers',
    columns: ['user_id'],
    exported: { withheld: 'a keyed hash' },
    erased: { stays: 'one welcome bonus for each ID number, for ever (docs/rules.md#referrals-and-welcome-bonus)' },
  },
]
