import { sql } from '../platform/database/sql.ts'
import type { PersonalTable } from '../platform/personal.ts'
import { eraseLines, isOfPerson } from './lineQueries.ts'

export const personal: PersonalTable[] = [
  {
    table: 'bank_statements',
    columns: ['imported_by'],
    exported: { withheld: "the operator's own papers; the column names the admin who imported them" },
    erased: { stays: 'who imported a statement, under the number of the account' },
  },
  {
    table: 'statement_lines',
    columns: ['decided_by'],
    exported: {
      as: 'statement_lines',
      rows: (user) => sql`
        select l.day, l.amount, l.reference, l.narration, l.payer, l.state
          from statement_lines l
         where l.state = 'matched' and ${isOfPerson(user)}
         order by l.id`,
    },
    erased: (tx, { id }) => eraseLines(tx, id),
  },
]
