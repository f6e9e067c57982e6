/** The signed days, with their signed figures. */
import { type Paise, paiseFrom } from '@bittkosh/contract/money'
import { addDays, dayOf } from '@bittkosh/contract/time'
import type { Db, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { AccountFigures, Reason } from './rules.ts'

const SIGN_LOCK = 7_302_802 // one signature at a time, so that the second sees the first

export async function lockSigning(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SIGN_LOCK})`.execute(tx)
}

/** Blocks postings into the days up to this one, and waits for those in progress. */
export async function closeThrough(tx: Tx, day: string): Promise<void> {
  await sql`select ledger_close_through(${day}::date)`.execute(tx)
}

/** The last closed day; null if there is none. */
export async function closedThrough(db: Db | Tx): Promise<string | null> {
  const { rows } = await sql<{ before: Date }>`select before from ledger_closed`.execute(db)
  return rows[0] ? addDays(dayOf(rows[0].before), -1) : null
}

export type ClosingRow = {
  day: string
  figures: KeptAccount[]
  digest: Buffer
  first_by: number
  first_name: string
  first_at: Date
  first_note: string | null
  second_by: number | null
  second_name: string | null
  second_at: Date | null
  second_note: string | null
  ledger_through: bigint | null
  seal_head: Buffer | null
}

const closing = sql`
    select c.day, c.figures, c.digest, c.first_by, f.name as first_name, c.first_at, c.first_note,
           c.second_by, s.name as second_name, c.second_at, c.second_note, c.ledger_through, c.seal_head
      from day_closings c
      join users f on f.id = c.first_by
      left join users s on s.id = c.second_by`

export async function closingOf(db: Db | Tx, day: string): Promise<ClosingRow | undefined> {
  const { rows } = await sql<ClosingRow>`${closing} where c.day = ${day}::date`.execute(db)
  return rows[0]
}

export type ListedClosing = Pick<ClosingRow, 'day' | 'digest' | 'first_name' | 'second_name'> & { difference: Paise }

export async function closingsBetween(db: Db, { from, to }: { from: string; to: string }): Promise<ListedClosing[]> {
  const { rows } = await sql<ListedClosing>`
    select c.day, c.difference, c.digest, f.name as first_name, s.name as second_name
      from day_closings c
      join users f on f.id = c.first_by
      left join users s on s.id = c.second_by
     where c.day between ${from}::date and ${to}::date`.execute(db)
  return rows
}

export type Signature = { day: string; admin: number; at: Date; note: string | null }
export type Signed = { figures: readonly AccountFigures[]; digest: string; difference: Paise; open: number }

/** Writes the first signature, replacing one for other figures. */
export async function writeFirstSignature(tx: Tx, { day, admin, at, note }: Signature, signed: Signed): Promise<void> {
  await sql`
    insert into day_closings as c (day, figures, digest, difference, open_reasons, first_by, first_at, first_note)
    values (${day}::date, ${figuresText(signed.figures)}::jsonb, ${Buffer.from(signed.digest, 'hex')}, ${signed.difference},
            ${signed.open}, ${admin}, ${at}, ${note})
    on conflict (day) do update
       set figures = excluded.figures, digest = excluded.digest, difference = excluded.difference,
           open_reasons = excluded.open_reasons, first_by = excluded.first_by, first_at = excluded.first_at,
           first_note = excluded.first_note`.execute(tx)
}

/** Writes the second signature, with the current head of the ledger. */
export async function writeSecondSignature(tx: Tx, { day, admin, at, note }: Signature): Promise<void> {
  await sql`
    update day_closings
       set second_by = ${admin}, second_at = ${at}, second_note = ${note},
           ledger_through = coalesce((select max(id) from ledger_transfers), 0),
           (seal_through, seal_head) = (select through, head from ledger_seals order by through desc limit 1)
     where day = ${day}::date`.execute(tx)
}

type KeptReason = Omit<Reason, 'amount'> & { amount: string }
type KeptMoney = 'in' | 'out' | 'late' | 'bookIn' | 'bookOut' | 'difference'
/** Figures as they are stored and signed: money in paise as text. */
export type KeptAccount = Omit<AccountFigures, KeptMoney | 'opening' | 'closing' | 'reasons'> &
  Record<KeptMoney, string> & { opening: string | null; closing: string | null; reasons: KeptReason[] }

/** The text that is signed, always in the same order. */
export function figuresText(figures: readonly AccountFigures[]): string {
  return JSON.stringify(figures, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

export function readFigures(kept: readonly KeptAccount[]): AccountFigures[] {
  return kept.map((account) => ({
    ...account,
    opening: account.opening === null ? null : paiseFrom(account.opening),
    closing: account.closing === null ? null : paiseFrom(account.closing),
    in: paiseFrom(account.in),
    out: paiseFrom(account.out),
    late: paiseFrom(account.late),
    bookIn: paiseFrom(account.bookIn),
    bookOut: paiseFrom(account.bookOut),
    difference: paiseFrom(account.difference),
    reasons: account.reasons.map((reason) => ({ ...reason, amount: paiseFrom(reason.amount) })),
  }))
}
