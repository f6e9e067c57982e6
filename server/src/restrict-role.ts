/**
 * `npm run restrict-role -- ROLE`: run as the owner of the database (DATABASE_URL), migrates the schema and gives the
 * role that the program will use what it needs, with no way to write the ledger except the posting functions
 * (docs/decisions/0134-role-of-the-program.md). Run it again after every update of the program.
 */
import pg from 'pg'
import { readSettings } from './config.ts'
import { command } from './platform/command.ts'
import { connect } from './platform/database/connection.ts'
import { openDatabase } from './platform/database/open.ts'
import { migrate, MIGRATIONS_DIR } from './platform/database/migrations.ts'
import { StartError } from './platform/start-error.ts'

/** Tables on which the role gets only some rights, because the program never needs more. */
const LESS: Record<string, string> = {
  ledger_transfers: 'select',
  ledger_entries: 'select',
  ledger_seals: 'select, insert',
  audit_seals: 'select, insert',
  ledger_accounts: 'select, insert, delete', // and update of the columns that are not of the ledger
  schema_migrations: 'select',
  audit_log: 'select, insert, update (before, after, reason, address, salt, erased_at)', // its trigger permits only erasing
  flexible_interest: 'select, insert',
  flexible_rates: 'select',
  ledger_closed: 'select',
  former_payees: 'select, insert',
}
/** Columns of an account that only the posting functions may change. */
const OF_THE_LEDGER = ['id', 'user_id', 'holder', 'kind', 'balance']
/** The functions that write the ledger and the rates of future days, with their owner's rights. */
const POSTING = ['ledger_post', 'flexible_post_interest', 'flexible_keep_rate', 'ledger_close_through']

await command({ usage: 'npm run restrict-role -- ROLE', flags: {}, wordsMax: 1 }, async (_flags, [role]) => {
  if (role === undefined) throw new StartError('Name the role: npm run restrict-role -- bittkosh_program')
  await using database = await openDatabase(readSettings(process.env))
  // Each migration ends with it: programs that run meanwhile would lack rights on what it has made, and the functions that it
  // has replaced would no longer have their owner's.
  await migrate(database.pool, MIGRATIONS_DIR, { afterEach: (client) => restrict(client, role) })
  await restrictAlone(database.pool, role)
  console.log(
    `The schema is up to date, and ${role} can run the program on it and write to the ledger through its functions only.`,
  )
})

async function restrictAlone(pool: pg.Pool, name: string): Promise<void> {
  const client = await connect(pool)
  try {
    await client.query('begin')
    await restrict(client, name)
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

/** In a transaction, at whichever migration the schema is. */
async function restrict(client: pg.ClientBase, name: string): Promise<void> {
  await requireOrdinary(client, name)
  const role = pg.escapeIdentifier(name)
  const { rows: places } = await client.query('select current_schema() as schema')
  const schema = pg.escapeIdentifier(places[0].schema)
  await client.query(`grant usage on schema ${schema} to ${role}`)
  await client.query(`revoke all on all tables in schema ${schema} from public, ${role}`)
  await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`)
  await client.query(`grant usage, select on all sequences in schema ${schema} to ${role}`)
  for (const [table, rights] of Object.entries(LESS)) {
    const { rows } = await client.query('select to_regclass($1) is not null as made', [table])
    if (!rows[0].made) continue
    await client.query(`revoke all on ${table} from ${role}`)
    await client.query(`grant ${rights} on ${table} to ${role}`)
  }
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = to_regclass('ledger_accounts') and attnum > 0 and not attisdropped and attname <> all ($1)`,
    [OF_THE_LEDGER],
  )
  const free = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ')
  if (free) await client.query(`grant update (${free}) on ledger_accounts to ${role}`)
  await lendFunctions(client, { role, schema })
}

/** Refuses a role that owns tables or is a superuser: it could grant itself everything again. */
async function requireOrdinary(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ mighty: boolean; owns: boolean }>(
    `select rolsuper or rolcreaterole as mighty, exists (
              select from pg_class where relowner = r.oid and relnamespace = current_schema()::regnamespace) as owns
       from pg_roles r where rolname = $1`,
    [name],
  )
  const [role] = rows
  if (!role) throw new StartError(`There is no role ${name}. Create it first: create role ${name} login password '…'`)
  if (role.mighty || role.owns)
    throw new StartError(
      `${name} is a superuser, may create roles, or owns the tables, so it could give itself everything back. Create another role for the program.`,
    )
}

async function lendFunctions(client: pg.ClientBase, { role, schema }: { role: string; schema: string }): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature
       from pg_proc
      where pronamespace = current_schema()::regnamespace and proname = any ($1) and prokind = 'f'`,
    [POSTING],
  )
  for (const { signature } of rows) {
    await client.query(`alter function ${signature} security definer`)
    await client.query(`alter function ${signature} set search_path = ${schema}, pg_temp`)
    await client.query(`revoke execute on function ${signature} from public, ${role}`)
    await client.query(`grant execute on function ${signature} to ${role}`)
  }
}
