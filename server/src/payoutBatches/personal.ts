import type { PersonalTable } from '../platform/personal.ts'

export const personal: PersonalTable[] = [
  {
    table: 'payout_batches',
    columns: ['made_by'],
    exported: { withheld: "the operator's own work; the column names the admin who made a batch" },
    erased: { stays: 'who made a batch, under the number of the account' },
  },
  {
    table: 'reported_payments',
    columns: ['reported_by', 'dismissed_by'],
    exported: {
      withheld: "the operator's own work; the columns name the admins who imported and dismissed a report of the bank",
    },
    erased: { stays: 'who imported and who dismissed a report of the bank, under the number of the account' },
  },
]
