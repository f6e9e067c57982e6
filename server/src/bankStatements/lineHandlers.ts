/** The lines of the statements: approving deposits and returning payouts with them, setting them aside. */
import type { ApprovalOutcome } from '@bittkosh/contract/bankStatements'
import * as calls from '@bittkosh/contract/bankStatements'
import { linkedTo, record } from '../audit/actions.ts'
import { approveDeposit } from '../deposits/actions.ts'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { pageByKey, readDayAndIdCursor } from '../platform/http/cursor.ts'
import {
  type Answer,
  type Call,
  read,
  type Review,
  type Route,
  writeInStages,
  type TxOf,
  write,
  writeWithin,
} from '../platform/http/http.ts'
import { accept, Refusal, refusedOutcome, refuse, refusing } from '../platform/http/refuse.ts'
import { countsOf, keptCounts } from '../platform/lists.ts'
import type { Member } from '../platform/identity/sessions.ts'
import { byAdmin } from '../requests/deciding.ts'
import { returnPayout } from '../withdrawals/actions.ts'
import {
  ignoreLine,
  isApprovedBy,
  lineById,
  linesPage,
  type LineRow,
  lockLine,
  reopenLine,
  useLine,
  useLineAsReturn,
} from './lineQueries.ts'
import { lockMatching, matchAgain } from './matching.ts'
import { judgeIgnoring, judgeUse } from './rules.ts'
import { serializeLine } from './serialize.ts'

/** The calls about lines; `review` is the four-eyes check, which each line of a set passes through by itself. */
export function lineRoutes(review: Review): Route[] {
  const reviewed = {
    approveStatementLines: (call: Call<typeof calls.approveStatementLines>) => approveStatementLines(call, review),
  }
  return [
    read(calls.listStatementLines, listStatementLines),
    writeInStages(calls.approveStatementLines, reviewed.approveStatementLines),
    write(calls.approveStatementLine, approveStatementLine),
    write(calls.returnByStatementLine, returnByStatementLine),
    write(calls.ignoreStatementLine, ignoreStatementLine),
    write(calls.reopenStatementLine, reopenStatementLine),
  ]
}

const PAGE = 30

export async function listStatementLines(
  { query, settings, user }: Call<typeof calls.listStatementLines>,
  db: Db,
): Promise<Answer<typeof calls.listStatementLines>> {
  const { view, account, state, search, cursor } = query
  const [rows, counts] = await Promise.all([
    linesPage(db, { view, account, state, search, before: readDayAndIdCursor(cursor), limit: PAGE + 1 }),
    keptCounts(db, 'statement_lines'),
  ])
  const { page, next_cursor } = pageByKey(rows, { size: PAGE, key: (row) => [row.day, row.id] })
  return {
    data: await asRead(db, page, user.id),
    next_cursor,
    counts: countsOf(calls.lineViews, counts),
    unusual_above: settings.rupees('unusual_amount_above'),
  }
}

export async function approveStatementLine(
  call: Call<typeof calls.approveStatementLine>,
  tx: TxOf<typeof calls.approveStatementLine>,
): Promise<Answer<typeof calls.approveStatementLine>> {
  const { params, body, user, at } = call
  const line = (await lockLine(tx, params.id)) ?? refuse(tx, 'not_found')
  accept(tx, judgeUse(line))
  const use = useLine(tx, { line: line.id, deposit: body.deposit_id, admin: user.id, at })
  const isUsed = await refusing(tx, { deposit_on_line: 'deposit_id' }, use)
  if (!isUsed) return refuse(tx, { code: 'unknown_deposit', field: 'deposit_id' })
  record(tx, call, {
    action: 'statement line matched',
    subject: 'statement line',
    subjectId: line.id,
    before: { state: line.state },
    after: { state: 'matched', deposit: body.deposit_id, amount: line.amount },
  })
  await approveDeposit(tx, {
    id: body.deposit_id,
    typed: { status: 'approved', approved_amount: line.amount, admin_note: body.admin_note },
    ...byAdmin(call),
  })
  return currentLine(tx, line.id, call)
}

/** Approves line by line, each in its own transaction, so that a refusal of one does not stop the others. */
export async function approveStatementLines(
  call: Call<typeof calls.approveStatementLines>,
  review: Review,
): Promise<Answer<typeof calls.approveStatementLines>> {
  const outcomes: ApprovalOutcome[] = []
  for (const line of call.body.lines) outcomes.push(await approveOne(call, review, line))
  return { outcomes }
}

async function approveOne(
  call: Call<typeof calls.approveStatementLines>,
  review: Review,
  { id, deposit_id: deposit }: { id: number; deposit_id: number },
): Promise<ApprovalOutcome> {
  // Clicked twice, or sent again after a lost connection: lines that this admin has approved stay approved.
  if (await isApprovedBy(call.services.db, { line: id, deposit, admin: call.user.id }))
    return { line: id, outcome: 'approved' }
  try {
    const became = await writeWithin(call, {
      endpoint: calls.approveStatementLine,
      raw: { params: { id: String(id) }, query: {}, body: { deposit_id: deposit } },
      review,
      handle: approveStatementLine,
    })
    return { line: id, outcome: became === 'done' ? 'approved' : 'proposed' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { line: id, ...refusedOutcome(error) }
  }
}

export async function returnByStatementLine(
  call: Call<typeof calls.returnByStatementLine>,
  tx: TxOf<typeof calls.returnByStatementLine>,
): Promise<Answer<typeof calls.returnByStatementLine>> {
  const { params, body, user, at, services } = call
  const line = (await lockLine(tx, params.id)) ?? refuse(tx, 'not_found')
  accept(tx, judgeUse(line))
  const use = useLineAsReturn(tx, { line: line.id, withdrawal: body.withdrawal_id, admin: user.id, at })
  const isUsed = await refusing(tx, { payout_on_line: 'withdrawal_id' }, use)
  if (!isUsed) return refuse(tx, { code: 'no_such_payout', field: 'withdrawal_id' })
  record(tx, call, {
    action: 'statement line matched',
    subject: 'statement line',
    subjectId: line.id,
    before: { state: line.state },
    after: { state: 'matched', withdrawal: body.withdrawal_id, amount: line.amount },
  })
  await returnPayout(tx, {
    id: body.withdrawal_id,
    typed: { reason: body.reason },
    publicUrl: services.config.publicUrl,
    ...byAdmin(call),
  })
  return currentLine(tx, line.id, call)
}

export async function ignoreStatementLine(
  call: Call<typeof calls.ignoreStatementLine>,
  tx: TxOf<typeof calls.ignoreStatementLine>,
): Promise<Answer<typeof calls.ignoreStatementLine>> {
  const { params, body, user, at } = call
  const line = (await lockLine(tx, params.id)) ?? refuse(tx, 'not_found')
  accept(tx, judgeIgnoring(line))
  await ignoreLine(tx, { line: line.id, reason: body.reason, admin: user.id, at })
  record(tx, call, {
    action: 'statement line ignored',
    subject: 'statement line',
    subjectId: line.id,
    before: { state: line.state },
    after: { state: 'ignored' },
    reason: body.reason,
  })
  return currentLine(tx, line.id, call)
}

export async function reopenStatementLine(
  call: Call<typeof calls.reopenStatementLine>,
  tx: TxOf<typeof calls.reopenStatementLine>,
): Promise<Answer<typeof calls.reopenStatementLine>> {
  await lockMatching(tx)
  const line = (await lockLine(tx, call.params.id)) ?? refuse(tx, 'not_found')
  if (line.state !== 'ignored') return refuse(tx, 'line_used')
  await reopenLine(tx, line.id)
  // The job would miss a record that was decided long ago.
  await matchAgain(tx, { line: line.id })
  const reopened = await currentLine(tx, line.id, call)
  record(tx, call, {
    action: 'statement line reopened',
    subject: 'statement line',
    subjectId: line.id,
    before: { state: 'ignored' },
    after: { state: reopened.state },
  })
  return reopened
}

async function currentLine(tx: Tx, id: number, { user }: { user: Member }): Promise<calls.StatementLine> {
  const row = await lineById(tx, id)
  return onlyRow(await asRead(tx, row ? [row] : [], user.id), `statement line ${id}`)
}

async function asRead(db: Db | Tx, rows: readonly LineRow[], admin: number): Promise<calls.StatementLine[]> {
  const users = rows.flatMap(({ deposit }) => deposit?.user.id ?? [])
  const linked = await linkedTo(db, { admin, users })
  return rows.map((row) => serializeLine(row, linked))
}
