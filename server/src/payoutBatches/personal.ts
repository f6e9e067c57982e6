import type { PersonalTable } from '../platform/personal.ts'

export const personal: PersonalTable[] = [
  {
    table: 'payout_batches',
    columns: ['made_by'],
    exported: { withheld: "the operator's own work; the column names the admin who made a batch" },
    erased: { stays: 'who made a batch, under the number of the account' },
  },
]
