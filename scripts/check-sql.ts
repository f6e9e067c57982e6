/**
 * Only one room's statements may write a table: prints each table that a second room writes and exits with 1. It reads the SQL in
 * the server's sources, but not the triggers and functions of the database (server/schema.sql).
 */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Tables that other rooms write too, and why. */
const SHARED: Record<string, { owner: string; others: Record<string, string> }> = {
  users: {
    owner: 'auth',
    others: { platform: 'a session keeps the language of its user' },
  },
  ledger_accounts: {
    owner: 'ledger',
    others: {
      flexible: 'the state of Earn stands on its account, so that a night locks one row for each user',
      users: 'deletes the accounts of a user who is deleted, which nothing may refer to',
    },
  },
}

const root = join(import.meta.dirname, '..')
const tables = new Set(
  [...read('server/schema.sql').matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name]) => name),
)
const WRITES =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update)\s+(?:only\s+)?("?\w+"?|\$\{)/g
const IN_A_CLAUSE = /\b(?:for|do|no\s+key)\s+$/ // for update of, on conflict do update

const writers = new Map<string, Set<string>>()
const problems: string[] = []
for (const file of globSync('server/src/*/**/*.ts', { cwd: root }).map((path) => path.replaceAll(sep, '/'))) {
  const room = file.split('/')[2] ?? ''
  if (file.endsWith('.test.ts') || room === 'backups') continue // a restore writes every table, whatever its name
  const text = read(file)
  for (const { 1: target = '', index } of text.matchAll(WRITES)) {
    if (IN_A_CLAUSE.test(text.slice(Math.max(0, index - 20), index))) continue
    if (target === '${') problems.push(`${file} writes a table whose name is not in the statement`)
    if (tables.has(target)) writers.set(target, (writers.get(target) ?? new Set()).add(room))
  }
}

for (const [table, rooms] of writers) {
  const { owner = '', others } = SHARED[table] ?? { owner: [...rooms][0], others: {} }
  const known = [owner, ...Object.keys(others)]
  for (const room of rooms)
    if (!known.includes(room)) problems.push(`${table} is written by ${owner} and ${room}: one should ask the other`)
  for (const room of known)
    if (!rooms.has(room)) problems.push(`${table} is not written by ${room} any more: shorten the list in check-sql.ts`)
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
