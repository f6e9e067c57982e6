import type { PersonalTable } from '../platform/personal.ts'

export const personal: PersonalTable[] = [
  {
    table: 'day_closings',
    columns: ['first_by', 'second_by'],
    exported: { withheld: "the operator's own books; the columns name the admins who signed" },
    erased: { stays: 'who signed a day, under the number of the account' },
  },
]
