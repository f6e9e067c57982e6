import { hash } from 'node:crypto'
import type { StatementAccountChoice, StatementFormat } from '@bittkosh/contract/bankStatements'
import * as calls from '@bittkosh/contract/bankStatements'
import type { Body } from '@bittkosh/contract/endpoint'
import { dayOf } from '@bittkosh/contract/time'
import type { Db } from '../platform/database/database.ts'
import { pageByKey, readMomentCursor } from '../platform/http/cursor.ts'
import {
  type Answer,
  type Call,
  type DbOf,
  prepareAndWrite,
  read,
  type Route,
  type TxOf,
} from '../platform/http/http.ts'
import { type MayRefuse, refuse } from '../platform/http/refuse.ts'
import { findColumns, type FoundColumns, isReadable } from './columns.ts'
import { keepStatement } from './importing.ts'
import { figuresOf, readLines, type ReadLines } from './lines.ts'
import { readStatement } from './reading.ts'
import { serializeStatement } from './serialize.ts'
import {
  type AccountRow,
  countKnown,
  findAccount,
  methodName,
  statementAccounts,
  statementOfFile,
  statementsPage,
} from './statementQueries.ts'

const PAGE = 30
const FIRST_LINES = 6
const SKIPPED_ROWS = 8

export const routes: Route[] = [
  read(calls.listStatementAccounts, listStatementAccounts),
  read(calls.previewBankStatement, previewBankStatement),
  prepareAndWrite(calls.importBankStatement, readUpload, importBankStatement),
  read(calls.listBankStatements, listBankStatements),
]

export async function listStatementAccounts(
  _call: Call<typeof calls.listStatementAccounts>,
  db: Db,
): Promise<Answer<typeof calls.listStatementAccounts>> {
  return statementAccounts(db)
}

type Upload = {
  account: AccountRow | undefined
  name: string
  hash: Buffer
  format: StatementFormat
  found: FoundColumns
  read: ReadLines
}

/** Everything that needs no transaction: reads the file in a separate process, finds its columns, reads its lines. */
async function readUpload(
  call: MayRefuse<'statement_unreadable' | 'statement_too_large' | 'method_unavailable'> & {
    body: Body<typeof calls.importBankStatement>
    at: Date
  },
  db: DbOf<typeof calls.importBankStatement> | DbOf<typeof calls.previewBankStatement>,
): Promise<Upload> {
  const { account: choice, content, columns } = call.body
  const bytes = Buffer.from(content, 'base64')
  const account = await findAccount(db, choice)
  const name = account?.name ?? (await newAccountName(call, db, choice))
  const { cells, format } = await readStatement(call, bytes)
  const found = findColumns(cells, { chosen: columns, saved: account?.columns ?? {} })
  const read = readLines(cells, found, dayOf(call.at))
  return { account, name, hash: hash('sha256', bytes, 'buffer'), format, found, read }
}

async function newAccountName(
  call: MayRefuse<'method_unavailable'>,
  db: Db,
  choice: StatementAccountChoice,
): Promise<string> {
  if ('name' in choice) return choice.name
  const name = 'method_id' in choice ? await methodName(db, choice.method_id) : undefined
  return name ?? refuse(call, { code: 'method_unavailable', field: 'account' })
}

export async function previewBankStatement(
  call: Call<typeof calls.previewBankStatement>,
  db: DbOf<typeof calls.previewBankStatement>,
): Promise<Answer<typeof calls.previewBankStatement>> {
  const {
    account,
    hash,
    format,
    found,
    read: { lines, skipped },
  } = await readUpload(call, db)
  const [known, before] = account
    ? await Promise.all([countKnown(db, account.id, lines), statementOfFile(db, { account: account.id, hash })])
    : [0, undefined]
  return {
    format,
    ...figuresOf(lines),
    headings: found.headings,
    columns: found.columns,
    is_readable: isReadable(found.columns),
    first_lines: lines.slice(0, FIRST_LINES),
    known,
    is_known_file: before !== undefined,
    skipped: skipped.length,
    skipped_rows: skipped.slice(0, SKIPPED_ROWS),
  }
}

export async function importBankStatement(
  call: Call<typeof calls.importBankStatement>,
  tx: TxOf<typeof calls.importBankStatement>,
  { name, hash, format, found, read: { lines } }: Upload,
): Promise<Answer<typeof calls.importBankStatement>> {
  const { body } = call
  const file = { choice: body.account, name, fileName: body.file_name, hash, format, found, lines }
  const imported = await keepStatement(tx, file, call)
  return imported ? serializeStatement(imported) : refuse(tx, { code: 'statement_without_lines', field: 'columns' })
}

export async function listBankStatements(
  { query }: Call<typeof calls.listBankStatements>,
  db: Db,
): Promise<Answer<typeof calls.listBankStatements>> {
  const rows = await statementsPage(db, { before: readMomentCursor(query.cursor), limit: PAGE + 1 })
  const { page, next_cursor } = pageByKey(rows, { size: PAGE, key: (row) => [row.imported_at, row.id] })
  return { data: page.map(serializeStatement), next_cursor }
}
