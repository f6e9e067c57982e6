import type {
  LineState,
  LineView,
  MatchReason,
  StatementColumns,
  StatementFormat,
} from '@bittkosh/contract/bankStatements'
import type { DepositStatus } from '@bittkosh/contract/deposits'
import { type Paise, paise } from '@bittkosh/contract/money'
import type { Db, Tx } from '../platform/database/database.ts'
import { onlyRow } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { MomentKey } from '../platform/http/cursor.ts'
import { hasOutcome } from '../requests/table.ts'
import type { Line } from './lines.ts'
import { DAYS_APART_MAX, type Match, type Pair } from './rules.ts'

// ---- accounts ----

export type AccountRow = { id: number; name: string; columns: StatementColumns }

/** Those that have statements, and the methods paid in rupees that have none yet. */
export async function statementAccounts(
  db: Db,
): Promise<{ id: number | null; method_id: number | null; name: string; last_day: string | null }[]> {
  const { rows } = await sql<{ id: number | null; method_id: number | null; name: string; last_day: string | null }>`
    select a.id, a.method_id, coalesce(m.name, a.name) as name,
           (select max(s.last_day) from bank_statements s where s.account_id = a.id) as last_day
      from statement_accounts a
      left join deposit_methods m on m.id = a.method_id
    union all
    select null, m.id, m.name, null
      from deposit_methods m
     where m.type <> 'crypto' and m.is_active
       and not exists (select from statement_accounts a where a.method_id = m.id)
     order by name, method_id`.execute(db)
  return rows
}

export async function findAccount(
  db: Db,
  choice: { account_id: number } | { method_id: number } | { name: string },
): Promise<AccountRow | undefined> {
  const condition =
    'account_id' in choice
      ? sql`id = ${choice.account_id}`
      : 'method_id' in choice
        ? sql`method_id = ${choice.method_id}`
        : sql`method_id is null and lower(name) = lower(${choice.name})`
  const { rows } = await sql<AccountRow>`
    select id, name, columns from statement_accounts where ${condition}`.execute(db)
  return rows[0]
}

/** The name of a method that is paid in rupees; undefined for another. */
export async function methodName(db: Db, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from deposit_methods where id = ${id} and type <> 'crypto'`.execute(db)
  return rows[0]?.name
}

/** Adds an account, or finds the one that somebody else has just added. */
export async function insertAccount(
  tx: Tx,
  { name, method, at }: { name: string; method: number | null; at: Date },
): Promise<void> {
  await sql`
    insert into statement_accounts (name, method_id, created_at) values (${name}, ${method}, ${at})
    on conflict do nothing`.execute(tx)
}

/** Holds an account until the transaction ends, so that its files are imported one after the other. */
export async function lockAccount(tx: Tx, id: number): Promise<void> {
  await sql`select from statement_accounts where id = ${id} for update`.execute(tx)
}

export async function saveColumns(tx: Tx, account: number, columns: StatementColumns): Promise<void> {
  await sql`
    update statement_accounts set columns = ${JSON.stringify(columns)}::jsonb where id = ${account}`.execute(tx)
}

// ---- statements ----

export type StatementRow = {
  id: number
  account_id: number
  account_name: string
  file_name: string
  format: StatementFormat
  first_day: string
  last_day: string
  opening_balance: Paise | null
  closing_balance: Paise | null
  sum_in: Paise
  sum_out: Paise
  lines: number
  added: number
  imported_by_name: string
  imported_at: Date
}

const statement = sql`
    select s.id, s.account_id, coalesce(m.name, a.name) as account_name, s.file_name, s.format, s.first_day, s.last_day,
           s.opening_balance, s.closing_balance, s.sum_in, s.sum_out, s.lines, s.added, u.name as imported_by_name,
           s.imported_at
      from bank_statements s
      join statement_accounts a on a.id = s.account_id
      left join deposit_methods m on m.id = a.method_id
      join users u on u.id = s.imported_by`

export async function statementsPage(
  db: Db,
  { before, limit }: { before: MomentKey | undefined; limit: number },
): Promise<StatementRow[]> {
  const older = before ? sql`(s.imported_at, s.id) < (${before.at}, ${before.id})` : sql`true`
  const { rows } = await sql<StatementRow>`
    ${statement} where ${older} order by s.imported_at desc, s.id desc limit ${limit}`.execute(db)
  return rows
}

export async function statementOfFile(
  db: Db,
  { account, hash }: { account: number; hash: Buffer },
): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`
    ${statement} where s.account_id = ${account} and s.file_hash = ${hash}`.execute(db)
  return rows[0]
}

export async function insertStatement(
  tx: Tx,
  values: Omit<StatementRow, 'id' | 'account_name' | 'imported_by_name' | 'added'> & {
    file_hash: Buffer
    imported_by: number
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into bank_statements (account_id, file_name, file_hash, format, first_day, last_day, opening_balance,
                                 closing_balance, sum_in, sum_out, lines, added, imported_by, imported_at)
    values (${values.account_id}, ${values.file_name}, ${values.file_hash}, ${values.format}, ${values.first_day},
            ${values.last_day}, ${values.opening_balance}, ${values.closing_balance}, ${values.sum_in},
            ${values.sum_out}, ${values.lines}, 0, ${values.imported_by}, ${values.imported_at})
    returning id`.execute(tx)
  return onlyRow(rows, 'a statement').id
}

/** Adds the lines that are not known yet, and notes how many those were. */
export async function insertLines(
  tx: Tx,
  { statement: of, account, lines }: { statement: number; account: number; lines: readonly Line[] },
): Promise<void> {
  const { count } = await sql`
    insert into statement_lines (statement_id, account_id, line_no, day, amount, reference, narration, payer, balance, keys,
                                 fingerprint, occurrence)
    select ${of}, ${account}, line_no, day, amount, reference, narration, payer, balance,
           array(select jsonb_array_elements_text(keys)), fingerprint, occurrence
      from unnest(
             ${lines.map(({ row }) => row)}::integer[],
             ${lines.map(({ day }) => day)}::date[],
             ${lines.map(({ amount }) => amount)}::bigint[],
             ${lines.map(({ reference }) => reference)}::text[],
             ${lines.map(({ narration }) => narration)}::text[],
             ${lines.map(({ payer }) => payer)}::text[],
             ${lines.map(({ balance }) => balance)}::bigint[],
             ${lines.map(({ keys }) => JSON.stringify(keys))}::jsonb[],
             ${lines.map(({ fingerprint }) => fingerprint)}::bytea[],
             ${lines.map(({ occurrence }) => occurrence)}::integer[])
           as l (line_no, day, amount, reference, narration, payer, balance, keys, fingerprint, occurrence)
     order by line_no
    on conflict on constraint statement_lines_once do nothing`.execute(tx)
  await sql`update bank_statements set added = ${count} where id = ${of}`.execute(tx)
}

/** How many of these lines are known already. */
export async function countKnown(db: Db, account: number, lines: readonly Line[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n
      from unnest(${lines.map(({ fingerprint }) => fingerprint)}::bytea[],
                  ${lines.map(({ occurrence }) => occurrence)}::integer[]) as l (fingerprint, occurrence)
      join statement_lines known on known.account_id = ${account} and known.fingerprint = l.fingerprint
           and known.occurrence = l.occurrence`.execute(db)
  return rows[0]?.n ?? 0
}

// ---- matching ----

/** A pair as the rule takes it, and whether another line has its request already. */
export type PairRow = Pair & { isTaken: boolean }

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

function pairOf(row: RawPair): PairRow {
  return {
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

const dayInIndia = (moment: string) => sql`(${sql.ref(moment)} at time zone 'Asia/Kolkata')::date`
const isOpen = sql`l.state <> 'ignored' and l.state <> 'matched'`

/**
 * The lines that are looked at again: those of one new statement against everything; or, as requests change, all open ones
 * against what waits or has lately been settled.
 */
export type Scope = { statement: number } | { since: Date }

/** The open lines of a scope; and each word of theirs that may be a reference, once. Statements below begin with both. */
function openLines(scope: Scope, direction: Sql<unknown>): Sql<unknown> {
  const ofScope = 'statement' in scope ? sql`l.statement_id = ${scope.statement}` : sql`true`
  return sql`
    open as materialized (select l.* from statement_lines l where ${ofScope} and ${direction} and ${isOpen}),
    words as materialized (select o.id as line, k as key from open o, unnest(o.keys) as k)`
}

/** Open lines of money in, each with every deposit that may be meant. */
export async function depositPairs(tx: Tx, scope: Scope): Promise<PairRow[]> {
  // A new line may carry the reference of any deposit; an old one was compared with all but those that are new.
  const changed =
    'statement' in scope
      ? sql`true`
      : sql`(${hasOutcome('d.status', 'waits')} or (${hasOutcome('d.status', 'granted')} and d.decided_at > ${scope.since}))`
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
             and o.day between ${dayInIndia('d.created_at')} - ${DAYS_APART_MAX}::integer
                           and ${dayInIndia('d.created_at')} + ${DAYS_APART_MAX}::integer
    )
    select o.id as line, o.amount, o.day, o.narration || ' ' || o.payer as texts, d.id as request,
           ${hasOutcome('d.status', 'waits')} as is_pending,
           coalesce(d.approved_amount, d.requested_amount) as request_amount,
           ${dayInIndia('d.created_at')} as request_day,
           d.reference_key = any (o.keys) as by_reference,
           coalesce(r.reference = any (o.keys), false) as by_qr,
           u.name, u.phone, coalesce(a.method_id = d.method_id, true) as same_account, used.deposit_id is not null as is_taken
      from candidates c
      join open o on o.id = c.line
      join statement_accounts a on a.id = o.account_id
      join deposits d on d.id = c.request and d.type <> 'crypto' and ${hasOutcome('d.status', 'waits', 'granted')}
      join users u on u.id = d.user_id
      left join payment_references r on r.deposit_id = d.id
      left join statement_lines used on used.deposit_id = d.id and used.state = 'matched'`.execute(tx)
  return rows.map(pairOf)
}

/** Open lines of money out, each with the paid withdrawal whose payout reference it carries. */
export async function payoutPairs(tx: Tx, scope: Scope): Promise<PairRow[]> {
  const changed = 'statement' in scope ? sql`true` : sql`w.decided_at > ${scope.since}`
  const { rows } = await sql<RawPair>`
    with ${openLines(scope, sql`l.amount < 0`)},
    candidates as (
      select k.line, w.id as request from words k join withdrawals w on w.reference_key = k.key where ${changed}
       union
      select o.id, o.withdrawal_id from open o where o.withdrawal_id is not null
    )
    select o.id as line, o.amount, o.day, o.narration || ' ' || o.payer as texts, w.id as request, false as is_pending,
           w.amount - w.fee as request_amount, ${dayInIndia('w.decided_at')} as request_day,
           w.reference_key = any (o.keys) as by_reference, false as by_qr, u.name, u.phone, true as same_account,
           used.withdrawal_id is not null as is_taken
      from candidates c
      join open o on o.id = c.line
      join withdrawals w on w.id = c.request and w.type <> 'crypto' and ${hasOutcome('w.status', 'granted')}
      join users u on u.id = w.user_id
      left join statement_lines used on used.withdrawal_id = w.id and used.state = 'matched'`.execute(tx)
  return rows.map(pairOf)
}

/** Releases lines whose request came to nothing: a suggestion that was rejected, a proof that was freed, a payout that came back. */
export async function releaseLines(tx: Tx): Promise<void> {
  await sql`
    update statement_lines l
       set state = 'unmatched', reasons = '{}', deposit_id = null, withdrawal_id = null, decided_by = null, decided_at = null
      from deposits d
     where d.id = l.deposit_id
       and (${hasOutcome('d.status', 'nothing')} or (d.reference_freed and ${hasOutcome('d.status', 'undone')})
            or (${hasOutcome('d.status', 'undone')} and l.state <> 'matched'))`.execute(tx)
  await sql`
    update statement_lines l
       set state = 'unmatched', reasons = '{}', withdrawal_id = null
      from withdrawals w
     where w.id = l.withdrawal_id and l.state <> 'matched' and not ${hasOutcome('w.status', 'granted')}`.execute(tx)
}

/** Writes what the lines belong to now; a looked-at line that nothing fits any more is unmatched. Only what changes is written. */
export async function writeMatches(
  tx: Tx,
  { kind, looked, matches }: { kind: 'deposit' | 'withdrawal'; looked: readonly number[]; matches: readonly Match[] },
): Promise<void> {
  const column = sql.ref(`${kind}_id`)
  await sql`
    update statement_lines l
       set state = coalesce(m.state, 'unmatched'), ${column} = m.request,
           reasons = coalesce(array(select jsonb_array_elements_text(m.reasons)), '{}')
      from unnest(${looked}::integer[]) as looked (line)
      left join unnest(
             ${matches.map(({ line }) => line)}::integer[],
             ${matches.map(({ request }) => request)}::integer[],
             ${matches.map(({ state }) => state)}::text[],
             ${matches.map(({ reasons }) => JSON.stringify(reasons))}::jsonb[]) as m (line, request, state, reasons)
        on m.line = looked.line
     where l.id = looked.line and ${isOpen}
       and (l.state, l.${column}, l.reasons) is distinct from
           (coalesce(m.state, 'unmatched'), m.request,
            coalesce(array(select jsonb_array_elements_text(m.reasons)), '{}'))`.execute(tx)
}

// ---- lines ----

type DepositJson = {
  id: number
  number: string
  user: { id: number; name: string }
  requested_amount: string
  approved_amount: string | null
  transaction_id: string
  status: DepositStatus
  created_at: string
}
type WithdrawalJson = {
  id: number
  number: string
  user: { id: number; name: string }
  paid_amount: string
  transaction_id: string
  decided_at: string
}

export type LineRow = {
  id: number
  account_id: number
  account_name: string
  day: string
  amount: Paise
  reference: string
  narration: string
  payer: string
  state: LineState
  reasons: MatchReason[]
  deposit: DepositJson | null
  withdrawal: WithdrawalJson | null
  decided_by_name: string | null
  decided_at: Date | null
  ignored_because: string | null
}

const lineColumns = sql`
    select l.id, l.account_id, coalesce(m.name, a.name) as account_name, l.day, l.amount, l.reference, l.narration, l.payer,
           l.state, l.reasons, dec.name as decided_by_name, l.decided_at, l.ignored_because,
           case when d.id is not null then
             jsonb_build_object('id', d.id, 'number', d.number, 'user', jsonb_build_object('id', du.id, 'name', du.name),
                                'requested_amount', d.requested_amount::text, 'approved_amount', d.approved_amount::text,
                                'transaction_id', d.transaction_id, 'status', d.status, 'created_at', d.created_at)
           end as deposit,
           case when w.id is not null then
             jsonb_build_object('id', w.id, 'number', w.number, 'user', jsonb_build_object('id', wu.id, 'name', wu.name),
                                'paid_amount', (w.amount - w.fee)::text, 'transaction_id', w.transaction_id,
                                'decided_at', w.decided_at)
           end as withdrawal
      from statement_lines l
      join statement_accounts a on a.id = l.account_id
      left join deposit_methods m on m.id = a.method_id
      left join deposits d on d.id = l.deposit_id
      left join users du on du.id = d.user_id
      left join withdrawals w on w.id = l.withdrawal_id
      left join users wu on wu.id = w.user_id
      left join users dec on dec.id = l.decided_by`

export type LineFilter = {
  view: LineView
  account: number | undefined
  state: LineState | undefined
  search: string | undefined
  before: { day: string; id: number } | undefined
  limit: number
}

export async function linesPage(
  db: Db,
  { view, account, state, search, before, limit }: LineFilter,
): Promise<LineRow[]> {
  const conditions: Sql<unknown>[] = [sql`l.status = ${view}`]
  if (account !== undefined) conditions.push(sql`l.account_id = ${account}`)
  if (state !== undefined) conditions.push(sql`l.state = ${state}`)
  if (before) conditions.push(sql`(l.day, l.id) < (${before.day}::date, ${before.id})`)
  if (search) {
    const part = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`
    conditions.push(
      sql`(l.narration ilike ${part} or l.reference ilike ${part} or l.payer ilike ${part}
           or l.amount = ${amountIn(search)} or l.amount = -${amountIn(search)}::bigint)`,
    )
  }
  const { rows } = await sql<LineRow>`
    ${lineColumns}
     where ${sql.join(conditions, sql` and `)}
     order by l.day desc, l.id desc
     limit ${limit}`.execute(db)
  return rows
}

/** A search for '1,500' or '1500.50' also finds that amount. */
function amountIn(search: string): bigint | null {
  const plain = /^₹?\s*([\d,]{1,15})(?:\.(\d{1,2}))?$/.exec(search.trim())
  return plain ? BigInt(`${(plain[1] ?? '').replaceAll(',', '') || '0'}${(plain[2] ?? '').padEnd(2, '0')}`) : null
}

export async function lineById(db: Db, id: number): Promise<LineRow | undefined> {
  const { rows } = await sql<LineRow>`${lineColumns} where l.id = ${id}`.execute(db)
  return rows[0]
}

export type LockedLine = { id: number; amount: Paise; state: LineState }

export async function lockLine(tx: Tx, id: number): Promise<LockedLine | undefined> {
  const { rows } = await sql<LockedLine>`
    select id, amount, state from statement_lines where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Whether an admin has approved this deposit by this line. */
export async function isApprovedBy(
  db: Db,
  { line, deposit, admin }: { line: number; deposit: number; admin: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from statement_lines
     where id = ${line} and state = 'matched' and deposit_id = ${deposit} and decided_by = ${admin}`.execute(db)
  return rows.length > 0
}

/** The line has proven this deposit; false where there is none that is paid in rupees. Breaks `deposit_on_line` where another line has. */
export async function useLine(
  tx: Tx,
  { line, deposit, admin, at }: { line: number; deposit: number; admin: number; at: Date },
): Promise<boolean> {
  const { count } = await sql`
    update statement_lines
       set state = 'matched', deposit_id = ${deposit}, decided_by = ${admin}, decided_at = ${at}
     where id = ${line} and exists (select from deposits where id = ${deposit} and type <> 'crypto')`.execute(tx)
  return count === 1
}

export async function ignoreLine(
  tx: Tx,
  { line, reason, admin, at }: { line: number; reason: string; admin: number; at: Date },
): Promise<void> {
  await sql`
    update statement_lines
       set state = 'ignored', ignored_because = ${reason}, decided_by = ${admin}, decided_at = ${at}, reasons = '{}',
           deposit_id = null, withdrawal_id = null
     where id = ${line}`.execute(tx)
}

export async function reopenLine(tx: Tx, line: number): Promise<void> {
  await sql`
    update statement_lines
       set state = 'unmatched', ignored_because = null, decided_by = null, decided_at = null
     where id = ${line}`.execute(tx)
}

/** Empties what the lines of a closed account's deposits and payouts say of it, and the reasons admins wrote about them. */
export async function eraseLines(tx: Tx, user: number): Promise<void> {
  await sql`
    update statement_lines l
       set narration = '', payer = '', reference = '', keys = '{}'
     where (l.deposit_id in (select id from deposits where user_id = ${user})
            or l.withdrawal_id in (select id from withdrawals where user_id = ${user}))`.execute(tx)
}

/** Empties the texts of lines whose day is before `day`. Amounts, days and what they belong to stay. */
export async function emptyOldLines(tx: Tx, day: string): Promise<void> {
  await sql`
    update statement_lines set narration = '', payer = '', reference = '', keys = '{}'
     where day < ${day}::date and (narration <> '' or payer <> '' or reference <> '' or keys <> '{}')`.execute(tx)
}
