/** The figures of statements and ledger for a day. */
import { type Paise, paiseFrom } from '@bittkosh/contract/money'
import { startOfDay, addDays } from '@bittkosh/contract/time'
import { lineStates } from '@bittkosh/contract/bankStatements'
import { dayOfMoment } from '../platform/database/businessDay.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { hasOutcome } from '../requests/table.ts'
import { lineText } from './describing.ts'
import { type AccountFact, balancesOf, type BookFact, type DayFacts, type LineFact } from './rules.ts'

/** Every list, so that their index finds the lines of a day. */
const lists = [...lineStates, 'payouts']
const cashAccounts = sql`a.holder = 0 and a.kind in ('cash_upi', 'cash_bank', 'cash_crypto')`

/**
 * The line that shows a deposit, a payout or its return: the one that proves it, or the first one with its reference
 * and another amount. `isIn`: whether it is money in.
 */
const lineOf = (column: 'deposit_id' | 'withdrawal_id', request: Sql<unknown>, isIn: Sql<unknown>) => sql`
      select p.id, p.amount, p.account_id, coalesce(p.late_on, p.day) as day
        from statement_lines p
       where p.${sql.ref(column)} = ${request} and (p.amount > 0) = (${isIn})
         and p.state in ('matched', 'mismatched') and not 'used' = any (p.reasons)
       order by p.state = 'matched' desc, p.id
       limit 1`

/** Whether an admin gave a reason with a deposit `d`, or with a withdrawal `w` or its return. */
const hasNote = (isReturn: Sql<unknown>) =>
  sql`coalesce(d.admin_note, case when ${isReturn} then w.return_reason else w.admin_note end, '') <> ''`

/** Everything that the rule compares. */
export async function dayFacts(db: Db | Tx, day: string): Promise<DayFacts> {
  const [accounts, lines] = [await accountFacts(db, day), await lineFacts(db, day)]
  return { day, accounts, lines, book: await bookFacts(db, day) }
}

type RawLine = {
  line: number
  account: number
  amount: Paise
  is_late: boolean
  is_put_aside: boolean
  deposit: number | null
  withdrawal: number | null
  /** Null if the line shows no booking; the rest then means nothing. */
  booked_on: string | null
  booked_amount: Paise | null
  has_note: boolean
}

async function lineFacts(db: Db | Tx, day: string): Promise<LineFact[]> {
  const { rows } = await sql<RawLine>`
    with counted as (
      select l.* from statement_lines l where l.status = any (${lists}) and l.day = ${day}::date and l.late_on is null
      union all
      select l.* from statement_lines l where l.late_on = ${day}::date
    )
    select l.id as line, l.account_id as account, l.amount, l.late_on is not null as is_late,
           l.state = 'ignored' as is_put_aside, l.deposit_id as deposit, l.withdrawal_id as withdrawal,
           case when coalesce(of_deposit.id, of_payout.id) = l.id
                then ${dayOfMoment(sql`coalesce(d.decided_at, case when l.amount > 0 then w.returned_at else w.decided_at end)`)} end as booked_on,
           coalesce(d.approved_amount, case when l.amount > 0 then w.amount - w.fee else w.fee - w.amount end) as booked_amount,
           ${hasNote(sql`l.amount > 0`)} as has_note
      from counted l
      left join deposits d on d.id = l.deposit_id and ${hasOutcome('d.status', 'granted', 'undone')}
      left join lateral (${lineOf('deposit_id', sql`d.id`, sql`true`)}) as of_deposit on true
      left join withdrawals w on w.id = l.withdrawal_id and w.status in ('approved', 'returned')
      left join lateral (${lineOf('withdrawal_id', sql`w.id`, sql`l.amount > 0`)}) as of_payout on true
     order by l.id`.execute(db)
  return rows.map((row) => ({
    account: row.account,
    method: null,
    line: row.line,
    amount: row.amount,
    isLate: row.is_late,
    isPutAside: row.is_put_aside,
    request: requestOf(row),
  }))
}

function requestOf({ deposit, withdrawal, ...row }: RawLine): LineFact['request'] {
  const { booked_on: day, booked_amount: amount, has_note: hasNote } = row
  const booking = day === null || amount === null ? null : { day, amount, hasNote }
  if (deposit !== null) return { subject: 'deposit', id: deposit, booking }
  return withdrawal === null ? null : { subject: 'withdrawal', id: withdrawal, booking }
}

type RawBooking = {
  account: number | null
  method: number | null
  subject: 'deposit' | 'withdrawal'
  id: number
  event: BookFact['event']
  amount: Paise
  line: number | null
  line_amount: Paise | null
  line_day: string | null
  has_note: boolean
}

/** From the ledger's own entries on the operator's money, so that the book's side is complete. */
async function bookFacts(db: Db | Tx, day: string): Promise<BookFact[]> {
  const { rows } = await sql<RawBooking>`
    select coalesce(l.account_id, s.id) as account,
           case when coalesce(l.account_id, s.id) is null then d.method_id end as method,
           t.subject, t.subject_id as id, t.event, -e.amount as amount, l.id as line, l.amount as line_amount,
           l.day as line_day, ${hasNote(sql`t.event = 'returned'`)} as has_note
      from ledger_accounts a
      join ledger_entries e on e.account_id = a.id and e.at >= ${startOfDay(day)} and e.at < ${startOfDay(addDays(day, 1))}
      join ledger_transfers t on t.id = e.transfer_id
      left join deposits d on t.subject = 'deposit' and d.id = t.subject_id
      left join withdrawals w on t.subject = 'withdrawal' and w.id = t.subject_id
      left join lateral (
        (${lineOf('deposit_id', sql`d.id`, sql`true`)})
        union all (${lineOf('withdrawal_id', sql`w.id`, sql`t.event = 'returned'`)})
      ) as l on true
      left join statement_accounts s on s.method_id = d.method_id
     where ${cashAccounts}
     order by e.transfer_id`.execute(db)
  return rows.map(({ line, line_amount, line_day, has_note: hasNote, ...row }) => ({
    ...row,
    line:
      line === null || line_amount === null || line_day === null
        ? null
        : { id: line, amount: line_amount, day: line_day },
    hasNote,
  }))
}

type RawAccount = {
  account: number
  has_statement: boolean
  balances: { day: string; amount: string; balance: string | null }[]
}

/**
 * The accounts with statements by this day, and the balances on their own lines: those of the day, or of the last earlier
 * day in the period of the file, which an earlier file may have brought.
 */
async function accountFacts(db: Db | Tx, day: string): Promise<AccountFact[]> {
  const { rows } = await sql<RawAccount>`
    select a.id as account, covering.id is not null as has_statement,
           coalesce((
             select jsonb_agg(jsonb_build_object('day', l.day, 'amount', l.amount::text, 'balance', l.balance::text)
                              order by l.statement_id, l.line_no)
               from statement_lines l
              where l.status = any (${lists}) and l.account_id = a.id and l.day = coalesce(
                      (select max(c.day) from statement_lines c
                        where c.status = any (${lists}) and c.account_id = a.id
                          and c.day between covering.first_day and ${day}::date), ${day}::date)
           ), '[]') as balances
      from statement_accounts a
      left join lateral (
        select s.id, s.first_day from bank_statements s
         where s.account_id = a.id and s.first_day <= ${day}::date and s.last_day >= ${day}::date
         order by s.imported_at desc, s.id desc limit 1
      ) as covering on true
     where exists (select from bank_statements s where s.account_id = a.id and s.first_day <= ${day}::date)
     order by a.id`.execute(db)
  return rows.map(({ account, has_statement: hasStatement, balances }) => {
    const found = balancesOf(
      balances.map(({ amount, balance }) => ({
        amount: paiseFrom(amount),
        balance: balance === null ? null : paiseFrom(balance),
      })),
    )
    const isOfDay = balances[0]?.day === day
    return {
      account,
      method: null,
      hasStatement,
      opening: (isOfDay ? found?.opening : found?.closing) ?? null,
      closing: found?.closing ?? null,
    }
  })
}

/** By day: the operator's money by statements and by the ledger, and whether there is any statement for it. */
export async function sumsByDay(
  db: Db | Tx,
  { from, to }: { from: string; to: string },
): Promise<{ day: string; by_statement: Paise; by_book: Paise; has_statement: boolean }[]> {
  const { rows } = await sql<{ day: string; by_statement: Paise; by_book: Paise; has_statement: boolean }>`
    with lines as (
      select coalesce(l.late_on, l.day) as day, sum(l.amount)::bigint as amount
        from (select * from statement_lines
               where status = any (${lists}) and day between ${from}::date and ${to}::date and late_on is null
              union all
              select * from statement_lines where late_on between ${from}::date and ${to}::date) as l
       group by 1
    ), book as (
      select ${dayOfMoment(sql`e.at`)} as day, -sum(e.amount)::bigint as amount
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id and e.at >= ${startOfDay(from)} and e.at < ${startOfDay(addDays(to, 1))}
       where ${cashAccounts}
       group by 1
    )
    select d::date as day, coalesce(l.amount, 0) as by_statement, coalesce(b.amount, 0) as by_book,
           exists (select from bank_statements s where s.first_day <= d::date and s.last_day >= d::date) as has_statement
      from generate_series(${from}::date, ${to}::date, interval '1 day') as d
      left join lines l on l.day = d::date
      left join book b on b.day = d::date
     order by d desc`.execute(db)
  return rows
}

/** The first day with any figures; null if there is none yet. */
export async function firstDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select least((select min(first_day) from bank_statements),
                 (select min(${dayOfMoment(sql`first.at`)})
                    from ledger_accounts a
                   cross join lateral (select e.at from ledger_entries e where e.account_id = a.id order by e.at limit 1) as first
                   where ${cashAccounts})) as day`.execute(db)
  return rows[0]?.day ?? null
}

const LATE_MAX = 200

/** Lines of a closed day that arrived after its close. */
export async function lateLines(
  db: Db | Tx,
  day: string,
): Promise<{ id: number; amount: Paise; text: string; account: string; counts_on: string }[]> {
  const { rows } = await sql<{ id: number; amount: Paise; text: string; account: string; counts_on: string }>`
    select l.id, l.amount, ${lineText} as text, coalesce(m.name, a.name) as account, l.late_on as counts_on
      from statement_lines l
      join statement_accounts a on a.id = l.account_id
      left join deposit_methods m on m.id = a.method_id
     where l.status = any (${lists}) and l.day = ${day}::date and l.late_on is not null
     order by l.late_on, l.id
     limit ${LATE_MAX}`.execute(db)
  return rows
}
