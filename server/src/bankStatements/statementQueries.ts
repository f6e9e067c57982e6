/** The operator's accounts, and the files that were imported for them. */
import type { StatementAccountChoice, StatementColumns, StatementFormat } from '@bittkosh/contract/bankStatements'
import type { Paise } from '@bittkosh/contract/money'
import { type Db, onlyRow, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { MomentKey } from '../platform/http/cursor.ts'
import type { Line } from './lines.ts'

export type AccountRow = { id: number; name: string; columns: StatementColumns }

/** Accounts that have statements, and rupee methods without any. */
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

export async function findAccount(db: Db, choice: StatementAccountChoice): Promise<AccountRow | undefined> {
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

/** The name of a rupee method; undefined for another. */
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

/** Locks an account until the transaction ends, so that its files are imported one after the other. */
export async function lockAccount(tx: Tx, id: number): Promise<void> {
  await sql`select from statement_accounts where id = ${id} for update`.execute(tx)
}

export async function saveColumns(tx: Tx, account: number, columns: StatementColumns): Promise<void> {
  await sql`
    update statement_accounts set columns = ${JSON.stringify(columns)}::jsonb where id = ${account}`.execute(tx)
}

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

/** Adds the lines that are not known yet, and records how many there were. */
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

/** How many of these lines are already known. */
export async function countKnown(db: Db, account: number, lines: readonly Line[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n
      from unnest(${lines.map(({ fingerprint }) => fingerprint)}::bytea[],
                  ${lines.map(({ occurrence }) => occurrence)}::integer[]) as l (fingerprint, occurrence)
      join statement_lines known on known.account_id = ${account} and known.fingerprint = l.fingerprint
           and known.occurrence = l.occurrence`.execute(db)
  return onlyRow(rows, 'a count').n
}
