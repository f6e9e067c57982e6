/** Stores a file that was read: its account, its statement, the new lines, and what they match. */
import type { StatementAccountChoice, StatementFormat } from '@bittkosh/contract/bankStatements'
import { type Caller, record } from '../audit/actions.ts'
import type { Tx } from '../platform/database/database.ts'
import type { FoundColumns } from './columns.ts'
import { figuresOf, type Line } from './lines.ts'
import { matchAgain } from './matching.ts'
import {
  findAccount,
  insertAccount,
  insertLines,
  insertStatement,
  lockAccount,
  saveColumns,
  statementOfFile,
  type StatementRow,
} from './statementQueries.ts'

export type ReadStatement = {
  /** The account, and its name if this is its first statement. */
  choice: StatementAccountChoice
  name: string
  fileName: string
  hash: Buffer
  format: StatementFormat
  found: FoundColumns
  lines: readonly Line[]
}

/**
 * Imports a file, or finds its earlier import; undefined if it has no lines. The account is locked, so files of one
 * account are imported one after the other.
 */
export async function keepStatement(
  tx: Tx,
  { choice, name, fileName, hash, format, found, lines }: ReadStatement,
  caller: Caller,
): Promise<StatementRow | undefined> {
  const { user, at } = caller
  const { first_day: firstDay, last_day: lastDay, ...figures } = figuresOf(lines)
  if (firstDay === null || lastDay === null) return undefined
  const account = await accountFor(tx, at, choice, name)
  await lockAccount(tx, account)
  const before = await statementOfFile(tx, { account, hash })
  if (before) return before
  await saveColumns(tx, account, found.columns)
  const id = await insertStatement(tx, {
    ...figures,
    account_id: account,
    file_name: fileName,
    file_hash: hash,
    format,
    first_day: firstDay,
    last_day: lastDay,
    imported_by: user.id,
    imported_at: at,
  })
  await insertLines(tx, { statement: id, account, lines })
  await matchAgain(tx, { statement: id })
  const after = { account, name, file: fileName, rows: lines.length }
  record(tx, caller, { action: 'bank statement imported', subject: 'bank statement', subjectId: id, after })
  return statementOfFile(tx, { account, hash })
}

/** The account, added if this is its first statement. */
async function accountFor(tx: Tx, at: Date, choice: StatementAccountChoice, name: string): Promise<number> {
  const known = await findAccount(tx, choice)
  if (known) return known.id
  await insertAccount(tx, { name, method: 'method_id' in choice ? choice.method_id : null, at })
  const added = await findAccount(tx, choice)
  if (!added) throw new Error(`no account of ${JSON.stringify(choice)}`)
  return added.id
}
