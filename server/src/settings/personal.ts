import type { PersonalTable } from '../platform/personal.ts'

export const personal: PersonalTable[] = [
  {
    table: 'settings',
    columns: ['updated_by'],
    exported: { withheld: 'says which admin changed a setting last' },
    erased: { stays: 'the number of the admin’s account' },
  },
]
