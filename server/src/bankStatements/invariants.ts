/** Statements and what was approved with them. */
import { type Invariant, invariant } from '../ledger/invariants.ts'
import { sql } from '../platform/database/sql.ts'
import { hasOutcome } from '../requests/table.ts'

export const invariants: Invariant[] = [
  invariant(
    'a line of a statement that was matched has the amount of its approved deposit or paid withdrawal',
    sql`
      select 'statement line ' || l.id || ' of ' || l.amount || ' paise is matched to '
             || coalesce('deposit ' || d.id || ' (' || d.status || ', ' || coalesce(d.approved_amount, 0) || ')',
                         'withdrawal ' || w.id || ' (' || w.status || ', ' || w.amount - w.fee || ')') as finding
        from statement_lines l
        left join deposits d on d.id = l.deposit_id
        left join withdrawals w on w.id = l.withdrawal_id
       where l.state = 'matched'
         and coalesce(not ${hasOutcome('d.status', 'granted', 'undone')} or d.approved_amount <> l.amount,
                      w.status not in ('approved', 'returned') or w.amount - w.fee <> abs(l.amount)
                        or (l.amount > 0 and w.status <> 'returned'))
       limit 100`,
  ),
  invariant(
    'no two lines of statements prove one deposit, payout or return',
    sql`
      select 'deposit or withdrawal ' || coalesce(deposit_id, withdrawal_id) || ' is on ' || count(*) || ' lines' as finding
        from statement_lines
       where state = 'matched'
       group by deposit_id, withdrawal_id, amount > 0
      having count(*) > 1
       limit 100`,
  ),
  invariant(
    'a statement has as many lines of its own as it added',
    sql`
      select 'bank statement ' || s.id || ' added ' || s.added || ' lines and has ' || count(l.id) as finding
        from bank_statements s
        left join statement_lines l on l.statement_id = s.id
       group by s.id
      having count(l.id) <> s.added
       limit 100`,
  ),
]
