import { hash } from 'node:crypto'
import * as calls from '@bittkosh/contract/reconciliation'
import { subtract } from '@bittkosh/contract/money'
import { addDays, dayOf } from '@bittkosh/contract/time'
import { record } from '../audit/actions.ts'
import { isInterestPosted } from '../flexible/actions.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { cursorOf, readDayCursor } from '../platform/http/cursor.ts'
import { type Answer, type Call, read, type Route, type TxOf, write } from '../platform/http/http.ts'
import { accept, refuse } from '../platform/http/refuse.ts'
import {
  closedThrough,
  closeThrough,
  closingOf,
  closingsBetween,
  type ClosingRow,
  figuresText,
  type ListedClosing,
  lockSigning,
  readFigures,
  type Signed,
  writeFirstSignature,
  writeSecondSignature,
} from './closingQueries.ts'
import { describe } from './describing.ts'
import { dayFacts, firstDay, lateLines, sumsByDay } from './factQueries.ts'
import { explainDay, judgeSigning, nextToClose, type Reason, sumUp } from './rules.ts'

const PAGE = 31

export const routes: Route[] = [
  read(calls.listReconciledDays, listReconciledDays),
  read(calls.readReconciledDay, readReconciledDay),
  write(calls.signReconciledDay, signReconciledDay),
]

export async function listReconciledDays(
  { query, at }: Call<typeof calls.listReconciledDays>,
  db: Db,
): Promise<Answer<typeof calls.listReconciledDays>> {
  const first = await firstDay(db)
  const today = dayOf(at)
  const to = readDayCursor(query.cursor) ?? today
  if (first === null || to < first) return { data: [], next_cursor: null }
  const earliest = addDays(to, 1 - PAGE)
  const from = earliest < first ? first : earliest
  const [sums, closings] = await Promise.all([sumsByDay(db, { from, to }), closingsBetween(db, { from, to })])
  const closingOn = new Map((await withoutOutdated(db, closings)).map((closing) => [closing.day, closing]))
  const data = sums.map(({ day, ...figures }): calls.ListedDay => {
    const closing = closingOn.get(day)
    const state = stateOf({ day, today, isSigned: closing !== undefined, isClosed: closing?.second_name != null })
    const now = subtract(figures.by_statement, figures.by_book)
    return {
      day,
      ...figures,
      state,
      difference: state === 'closed' && closing ? closing.difference : now,
      signed_by: closing ? [closing.first_name, ...(closing.second_name === null ? [] : [closing.second_name])] : [],
    }
  })
  return { data, next_cursor: from === first ? null : cursorOf(addDays(from, -1)) }
}

/** Leaves out first signatures that no longer count because the figures have changed. */
async function withoutOutdated(db: Db, closings: readonly ListedClosing[]): Promise<ListedClosing[]> {
  const valid: ListedClosing[] = []
  for (const closing of closings)
    if (closing.second_name !== null || isCurrent(closing, await figuresOf(db, closing.day))) valid.push(closing)
  return valid
}

/** Whether these are the figures that were signed. */
function isCurrent({ digest }: Pick<ClosingRow, 'digest'>, now: Signed): boolean {
  return digest.toString('hex') === now.digest
}

type DayStatus = { day: string; today: string; isSigned: boolean; isClosed: boolean }

function stateOf({ day, today, isSigned, isClosed }: DayStatus): calls.DayState {
  if (isClosed) return 'closed'
  if (isSigned) return 'signed'
  return day >= today ? 'running' : 'open'
}

export async function readReconciledDay(
  { params, at }: Call<typeof calls.readReconciledDay>,
  db: Db,
): Promise<Answer<typeof calls.readReconciledDay>> {
  return currentDay(db, params.day, at)
}

export async function signReconciledDay(
  call: Call<typeof calls.signReconciledDay>,
  tx: TxOf<typeof calls.signReconciledDay>,
): Promise<Answer<typeof calls.signReconciledDay>> {
  const { body, user, at } = call
  const { day } = call.params
  await lockSigning(tx)
  const note = body.note?.trim() || null
  const signed = await figuresOf(tx, day)
  const closing = await closingOf(tx, day)
  const { does } = accept(
    tx,
    judgeSigning({
      day,
      now: at,
      admin: user.id,
      closedThrough: await closedThrough(tx),
      interestPosted: await isInterestPosted(tx, day),
      digest: signed.digest,
      shownDigest: body.digest,
      needsNote: signed.needsNote,
      note,
      first: closing ? { by: closing.first_by, digest: closing.digest.toString('hex') } : null,
    }),
  )
  const signature = { day, admin: user.id, at, note }
  if (does === 'sign') await writeFirstSignature(tx, signature, signed)
  else {
    await closeThrough(tx, day)
    // Postings and imports are blocked now: anything committed while this waited is not in the signed figures.
    if ((await figuresOf(tx, day)).digest !== signed.digest) return refuse(tx, 'day_figures_changed')
    await writeSecondSignature(tx, signature)
  }
  record(tx, call, {
    action: does === 'sign' ? 'day signed' : 'day closed',
    subject: 'business day',
    subjectId: Number(day.replaceAll('-', '')),
    after: { difference: signed.difference, open_reasons: signed.open },
    reason: note,
  })
  return currentDay(tx, day, at)
}

async function figuresOf(db: Db | Tx, day: string): Promise<Signed & { needsNote: boolean }> {
  const figures = explainDay(await dayFacts(db, day))
  const digest = hash('sha256', figuresText(figures))
  return { figures, digest, ...sumUp(figures) }
}

/** A closed day as it was signed, marking the reasons that no longer hold; any other day as it is. */
async function currentDay(db: Db | Tx, day: string, at: Date): Promise<calls.ReconciledDay> {
  const now = await figuresOf(db, day)
  const closing = await closingOf(db, day)
  const isClosed = closing?.second_by != null
  const figures = isClosed ? readFigures(closing.figures) : now.figures
  const still = new Set(now.figures.flatMap((account) => account.reasons.map(reasonKey)))
  const isSettled = (reason: Reason) => isClosed && !still.has(reasonKey(reason))
  const { accounts, notShown } = await describe(db, figures, isSettled)
  const { difference, open, needsNote } = sumUp(figures)
  const next = nextToClose(await closedThrough(db))
  const isOutdated = closing !== undefined && !isClosed && !isCurrent(closing, now)
  return {
    day,
    state: stateOf({ day, today: dayOf(at), isSigned: closing !== undefined && !isOutdated, isClosed }),
    digest: isClosed ? closing.digest.toString('hex') : now.digest,
    accounts,
    difference,
    open_reasons: open,
    needs_note: needsNote,
    not_shown: notShown,
    signatures: closing ? signaturesOf(closing) : [],
    is_signature_outdated: isOutdated,
    close_first: next !== null && day > next ? next : null,
    ledger: isClosed
      ? { transfer: String(closing.ledger_through), seal: closing.seal_head?.toString('hex') ?? null }
      : null,
    late_lines: isClosed ? await lateLines(db, day) : [],
  }
}

/** The identity of a reason, which has a line or a request; its account may get another key with its first statement. */
function reasonKey({ kind, line, request, amount }: Reason): string {
  return [kind, line, request?.subject, request?.id, amount].join(' ')
}

function signaturesOf(closing: ClosingRow): calls.ReconciledDay['signatures'] {
  const { first_by, first_name, first_at, first_note, second_by, second_name, second_at, second_note } = closing
  const first = { by: { id: first_by, name: first_name }, at: first_at, note: first_note }
  if (second_by === null || second_name === null || second_at === null) return [first]
  return [first, { by: { id: second_by, name: second_name }, at: second_at, note: second_note }]
}
