/** Figures are stored as ids and amounts; this adds the current names and texts that a reader needs. */
import type { Paise } from '@bittkosh/contract/money'
import {
  type ReconciliationReason,
  REASONS_SHOWN_MAX,
  type ReconciledAccount,
  reasonKinds,
} from '@bittkosh/contract/reconciliation'
import { add } from '@bittkosh/contract/money'
import type { LineView } from '@bittkosh/contract/bankStatements'
import type { Db, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { AccountFigures, Reason } from './rules.ts'

type LineText = { id: number; day: string; amount: Paise; text: string; view: LineView; ignored_because: string | null }
type RecordText = {
  subject: 'deposit' | 'withdrawal'
  id: number
  number: string
  user_id: number
  user_name: string
  amount: Paise
  approved_note: string | null
  reversal_reason: string | null
  return_reason: string | null
}

/** The accounts as they are shown; `settled`: the reasons of a closed day that no longer hold. */
export async function describe(
  db: Db | Tx,
  figures: readonly AccountFigures[],
  isSettled: (reason: Reason) => boolean,
): Promise<{ accounts: ReconciledAccount[]; notShown: number }> {
  const all = figures.flatMap(({ reasons }) => reasons)
  const shown = new Set(all.toSorted((a, b) => size(b) - size(a)).slice(0, REASONS_SHOWN_MAX))
  const names = await namesOf(db)
  const lines = await lineTexts(
    db,
    [...shown].flatMap(({ line }) => line ?? []),
  )
  const records = await recordTexts(
    db,
    [...shown].flatMap(({ request }) => request ?? []),
  )
  const accounts = figures.map((account) => ({
    id: account.account,
    method_id: account.method,
    name: names.get(`${account.account} ${account.method}`) ?? '',
    has_statement: account.hasStatement,
    opening: account.opening,
    closing: account.closing,
    sum_in: account.in,
    sum_out: account.out,
    late: account.late,
    book_in: account.bookIn,
    book_out: account.bookOut,
    difference: account.difference,
    sums: sumsOf(account.reasons),
    reasons: account.reasons
      .filter((reason) => shown.has(reason))
      .toSorted((a, b) => reasonKinds.indexOf(a.kind) - reasonKinds.indexOf(b.kind) || size(b) - size(a))
      .map((reason) => described(reason, { lines, records, is_settled: isSettled(reason) })),
  }))
  return { accounts, notShown: all.length - shown.size }
}

function size({ amount }: Reason): number {
  return Math.abs(Number(amount)) // used only for sorting, never for adding
}

function sumsOf(reasons: readonly Reason[]): ReconciledAccount['sums'] {
  return reasonKinds.flatMap((kind) => {
    const amounts = reasons.filter((reason) => reason.kind === kind).map(({ amount }) => amount)
    return amounts.length === 0 ? [] : [{ kind, amount: add(...amounts), n: amounts.length }]
  })
}

function described(
  { kind, amount, isOpen, line, request, otherDay }: Reason,
  found: { lines: Map<number, LineText>; records: Map<string, RecordText>; is_settled: boolean },
): ReconciliationReason {
  const text = line === null ? undefined : found.lines.get(line)
  const record = request ? found.records.get(`${request.subject} ${request.id}`) : undefined
  return {
    kind,
    amount,
    is_open: isOpen,
    line: text ? { id: text.id, day: text.day, amount: text.amount, text: text.text, view: text.view } : null,
    record: record
      ? {
          subject: record.subject,
          id: record.id,
          number: record.number,
          user: { id: record.user_id, name: record.user_name },
          amount: record.amount,
        }
      : null,
    other_day: otherDay,
    note: noteOf(kind, text, record),
    is_settled: found.is_settled,
  }
}

function noteOf(kind: Reason['kind'], line: LineText | undefined, record: RecordText | undefined): string | null {
  switch (kind) {
    case 'put_aside':
      return line?.ignored_because ?? null
    case 'other_amount':
      return record?.approved_note ?? record?.return_reason ?? null
    case 'reversed':
      return record?.reversal_reason ?? null
    case 'returned':
      return record?.return_reason ?? null
    default:
      return null
  }
}

/** By account and by method; either may be null. */
async function namesOf(db: Db | Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    select a.id || ' null' as key, coalesce(m.name, a.name) as name
      from statement_accounts a
      left join deposit_methods m on m.id = a.method_id
    union all
    select 'null ' || m.id, m.name from deposit_methods m`.execute(db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

export const lineText = sql`coalesce(nullif(l.narration, ''), nullif(l.payer, ''), nullif(l.reference, ''), '–')`

async function lineTexts(db: Db | Tx, ids: readonly number[]): Promise<Map<number, LineText>> {
  const { rows } = await sql<LineText>`
    select l.id, l.day, l.amount, ${lineText} as text, l.status as view, l.ignored_because
      from statement_lines l
     where l.id = any (${ids}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function recordTexts(
  db: Db | Tx,
  requests: readonly { subject: 'deposit' | 'withdrawal'; id: number }[],
): Promise<Map<string, RecordText>> {
  const idsOf = (wanted: 'deposit' | 'withdrawal') =>
    requests.filter(({ subject }) => subject === wanted).map(({ id }) => id)
  const { rows } = await sql<RecordText>`
    select 'deposit' as subject, d.id, d.number, u.id as user_id, u.name as user_name,
           coalesce(d.approved_amount, d.requested_amount) as amount, d.admin_note as approved_note, d.reversal_reason,
           null as return_reason
      from deposits d
      join users u on u.id = d.user_id
     where d.id = any (${idsOf('deposit')}::integer[])
    union all
    select 'withdrawal', w.id, w.number, u.id, u.name, w.amount - w.fee, w.admin_note, null, w.return_reason
      from withdrawals w
      join users u on u.id = w.user_id
     where w.id = any (${idsOf('withdrawal')}::integer[])`.execute(db)
  return new Map(rows.map((row) => [`${row.subject} ${row.id}`, row]))
}
