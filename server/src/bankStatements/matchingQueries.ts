/** Pairs of lines with the deposits and withdrawals that they may belong to, for the rule; and writing its result. */
import { type Paise, paise } from '@bittkosh/contract/money'
import { dayOfMoment, startOfDate } from '../platform/database/businessDay.ts'
import type { Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { hasOutcome } from '../requests/table.ts'
import { DAYS_APART_MAX, DAYS_TO_RETURN_MAX, type Match, type Pair, RETURN_WORDS } from './rules.ts'

type RawPair = {
  line: number
  amount: Paise
  day: string
  texts: string
  request: number
  is_pending: boolean
  request_amount: Paise
  request_day: string
  by_reference: boolean
  by_qr: boolean
  name: string
  phone: string | null
  same_account: boolean
  is_taken: boolean
}

function pairOf(kind: Pair['kind'], row: RawPair): Pair {
  return {
    kind,
    line: row.line,
    lineAmount: row.amount < 0n ? paise(-row.amount) : row.amount,
    day: row.day,
    texts: row.texts,
    request: row.request,
    status: row.is_pending ? 'pending' : 'settled',
    requestAmount: row.request_amount,
    requestDay: row.request_day,
    byReference: row.by_reference,
    byQrReference: row.by_qr,
    person: { name: row.name, phone: row.phone },
    sameAccount: row.same_account,
    isTaken: row.is_taken,
  }
}

/** As the rule finds it: one of the words, with no letter beside it. */
const returnWords = `(^|[^[:alpha:]])(${RETURN_WORDS.join('|')})($|[^[:alpha:]])`
const wasPaid = sql`w.status in ('approved', 'returned')`
/** The money of a reversed deposit came all the same, unless the reversal freed its transaction ID for another one. */
const mayHaveLine = sql`${hasOutcome('d.status', 'waits', 'granted', 'undone')} and not d.reference_freed`
const isOpen = sql`l.state <> 'ignored' and l.state <> 'matched'`
/** Once its texts are erased, a line keeps the record that it has: there is nothing left to compare. */
const isComparable = sql`
  (l.keys <> '{}' or l.narration <> '' or l.payer <> '' or num_nonnulls(l.deposit_id, l.withdrawal_id) = 0)`

/**
 * The lines to match again: those of one new statement, or one line, against everything; or, as requests change, all open
 * ones, against requests that wait or were recently settled.
 */
export type Scope = { statement: number } | { line: number } | { since: Date }

/** The open lines of a scope, and each of their words that may be a reference, once. Statements below begin with both. */
function openLines(scope: Scope, direction: Sql<unknown>): Sql<unknown> {
  const ofScope =
    'statement' in scope
      ? sql`l.statement_id = ${scope.statement}`
      : 'line' in scope
        ? sql`l.id = ${scope.line}`
        : sql`true`
  return sql`
    open as materialized (
      select l.* from statement_lines l where ${ofScope} and ${direction} and ${isOpen} and ${isComparable}),
    words as materialized (select o.id as line, k as key from open o, unnest(o.keys) as k)`
}

/** Open lines of money in, each with every deposit that may belong to it. */
export async function depositPairs(tx: Tx, scope: Scope): Promise<Pair[]> {
  // A new line may contain the reference of any deposit; an old one was already compared with all but the new deposits.
  const changed =
    'since' in scope ? sql`(${hasOutcome('d.status', 'waits')} or d.decided_at > ${scope.since})` : sql`true`
  const { rows } = await sql<RawPair>`
    with ${openLines(scope, sql`l.amount > 0`)},
    candidates as (
      select w.line, d.id as request from words w join deposits d on d.reference_key = w.key where ${changed}
       union
      select w.line, d.id
        from words w
        join payment_references r on r.reference = w.key
        join deposits d on d.id = r.deposit_id and ${changed}
       union
      select o.id, o.deposit_id from open o where o.deposit_id is not null
       union
      select o.id, d.id
        from open o
        join deposits d on d.requested_amount = o.amount and ${hasOutcome('d.status', 'waits')}
             and o.day between ${dayOfMoment(sql`d.created_at`)} - ${DAYS_APART_MAX}::integer
                           and ${dayOfMoment(sql`d.created_at`)} + ${DAYS_APART_MAX}::integer
    )
    select o.id as line, o.amount, o.day, o.narration || ' ' || o.payer as texts, d.id as request,
           ${hasOutcome('d.status', 'waits')} as is_pending,
           coalesce(d.approved_amount, d.requested_amount) as request_amount,
           ${dayOfMoment(sql`d.created_at`)} as request_day,
           d.reference_key = any (o.keys) as by_reference,
           coalesce(r.reference = any (o.keys), false) as by_qr,
           u.name, u.phone, coalesce(a.method_id = d.method_id, true) as same_account, used.deposit_id is not null as is_taken
      from candidates c
      join open o on o.id = c.line
      join statement_accounts a on a.id = o.account_id
      join deposits d on d.id = c.request and d.type <> 'crypto' and ${mayHaveLine}
      join users u on u.id = d.user_id
      left join payment_references r on r.deposit_id = d.id
      left join statement_lines used on used.deposit_id = d.id and used.state = 'matched'`.execute(tx)
  return rows.map((row) => pairOf('deposit', row))
}

/** Open lines of money out, each with the paid withdrawal whose payout reference it contains. */
export async function payoutPairs(tx: Tx, scope: Scope): Promise<Pair[]> {
  const changed = 'since' in scope ? sql`w.decided_at > ${scope.since}` : sql`true`
  const { rows } = await sql<RawPair>`
    with ${openLines(scope, sql`l.amount < 0`)},
    candidates as (
      select k.line, w.id as request from words k join withdrawals w on w.reference_key = k.key where ${changed}
       union
      select o.id, o.withdrawal_id from open o where o.withdrawal_id is not null
    )
    select o.id as line, o.amount, o.day, o.narration || ' ' || o.payer as texts, w.id as request, false as is_pending,
           w.amount - w.fee as request_amount, ${dayOfMoment(sql`w.decided_at`)} as request_day,
           w.reference_key = any (o.keys) as by_reference, false as by_qr, u.name, u.phone, true as same_account,
           used.withdrawal_id is not null as is_taken
      from candidates c
      join open o on o.id = c.line
      join withdrawals w on w.id = c.request and w.type <> 'crypto' and ${wasPaid}
      join users u on u.id = w.user_id
      left join statement_lines used on used.withdrawal_id = w.id and used.amount < 0 and used.state = 'matched'`.execute(
    tx,
  )
  return rows.map((row) => pairOf('payout', row))
}

/** Open lines of money in, each with every paid withdrawal that it may return. */
export async function returnPairs(tx: Tx, scope: Scope): Promise<Pair[]> {
  const changed = 'since' in scope ? sql`(w.decided_at > ${scope.since} or w.returned_at > ${scope.since})` : sql`true`
  const { rows } = await sql<RawPair>`
    with ${openLines(scope, sql`l.amount > 0`)},
    candidates as (
      select k.line, w.id as request from words k join withdrawals w on w.reference_key = k.key where ${changed}
       union
      select o.id, o.withdrawal_id from open o where o.withdrawal_id is not null
       union
      select o.id, w.id
        from open o
        join withdrawals w on w.amount - w.fee = o.amount and w.status = 'approved' and ${changed}
             and w.decided_at >= ${startOfDate(sql`o.day - ${DAYS_TO_RETURN_MAX}::integer`)}
             and w.decided_at < ${startOfDate(sql`o.day + 1`)}
       where o.narration || ' ' || o.payer ~* ${returnWords}
    )
    select o.id as line, o.amount, o.day, o.narration || ' ' || o.payer as texts, w.id as request,
           w.status = 'approved' as is_pending, w.amount - w.fee as request_amount,
           ${dayOfMoment(sql`w.decided_at`)} as request_day, w.reference_key = any (o.keys) as by_reference, false as by_qr,
           u.name, u.phone, true as same_account, used.withdrawal_id is not null as is_taken
      from candidates c
      join open o on o.id = c.line
      join withdrawals w on w.id = c.request and w.type <> 'crypto' and ${wasPaid}
      join users u on u.id = w.user_id
      left join statement_lines used on used.withdrawal_id = w.id and used.amount > 0 and used.state = 'matched'`.execute(
    tx,
  )
  return rows.map((row) => pairOf('return', row))
}

/** Releases lines whose deposit came to nothing: it was rejected, or its transaction ID was freed. */
export async function releaseLines(tx: Tx): Promise<void> {
  await sql`
    update statement_lines l
       set state = 'unmatched', reasons = '{}', deposit_id = null, withdrawal_id = null, decided_by = null, decided_at = null
      from deposits d
     where d.id = l.deposit_id
       and (${hasOutcome('d.status', 'nothing')} or d.reference_freed)`.execute(tx)
}

/** Writes what the lines now belong to; a line without a match becomes unmatched. Only changes are written. */
export async function writeMatches(
  tx: Tx,
  { looked, matches }: { looked: readonly number[]; matches: readonly Match[] },
): Promise<void> {
  await sql`
    update statement_lines l
       set state = coalesce(m.state, 'unmatched'), deposit_id = m.deposit, withdrawal_id = m.withdrawal,
           reasons = coalesce(array(select jsonb_array_elements_text(m.reasons)), '{}')
      from unnest(${looked}::integer[]) as looked (line)
      left join unnest(
             ${matches.map(({ line }) => line)}::integer[],
             ${matches.map(({ kind, request }) => (kind === 'deposit' ? request : null))}::integer[],
             ${matches.map(({ kind, request }) => (kind === 'deposit' ? null : request))}::integer[],
             ${matches.map(({ state }) => state)}::text[],
             ${matches.map(({ reasons }) => JSON.stringify(reasons))}::jsonb[]) as m (line, deposit, withdrawal, state, reasons)
        on m.line = looked.line
     where l.id = looked.line and ${isOpen}
       and (l.state, l.deposit_id, l.withdrawal_id, l.reasons) is distinct from
           (coalesce(m.state, 'unmatched'), m.deposit, m.withdrawal,
            coalesce(array(select jsonb_array_elements_text(m.reasons)), '{}'))`.execute(tx)
}
