/**
 * `npm run bench -- bank-statements`: imports of 10,000 lines among 20,000 deposits, over HTTP, as CSV and again with half of its
 * lines known; how long a list and the minute's matching take afterwards. Goal: an import takes at most 5 s.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { matchAgain } from '../server/src/bankStatements/matching.ts'
import { transaction } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { sql } from '../server/src/platform/database/sql.ts'
import { testServer } from '../tests/support/server.ts'
import { median, printTable, saveResult } from './table.ts'

const LINES = Number(process.env['LINES'] ?? 10_000)
const DEPOSITS = 2 * LINES
const ROUNDS = 3

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
const open = await openDatabase(readConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? dataDir }))
await migrate(open.pool)
const server = await testServer({ database: { ...open, dataDir } })
const admin = await server.makeUser({ role: 'admin' })
const user = await server.makeUser({ name: 'Asha Rao' })
const { body: method } = await server.call('POST', '/deposit-methods', {
  as: admin,
  body: { name: 'UPI', type: 'upi', instructions: 'Pay', details: { upi_id: 'pay@bank' } },
})
const { db } = server.services
await sql`
  insert into deposits (user_id, method_id, method_name, payee, type, requested_amount, transaction_id, reference_key, created_at)
  select ${user.id}, ${method.id}, 'UPI', '{}', 'upi', 100000 + n, (700000000000 + n)::text, (700000000000 + n)::text,
         ${server.clock.now()}
    from generate_series(1, ${DEPOSITS}) as n`.execute(db)
await sql`analyze`.execute(db)

const rows: string[][] = []
const times = new Map<string, number[]>()
for (let round = 0; round < ROUNDS; round++) {
  const first = round * LINES
  await timed('import, all lines new', () => importLines(first))
  await timed('import, half of the lines known', () => importLines(first + LINES / 2, randomUUID()))
  await timed('the list of suggestions', () => call('GET', '/bank-statement-lines?view=suggested'))
  await timed("a minute's matching", () =>
    transaction(db, (tx) => matchAgain(tx, { since: new Date(server.clock.now().getTime() - 3 * 86_400_000) })),
  )
}
for (const [what, each] of times) rows.push([what, median(each).toFixed(0), Math.max(...each).toFixed(0)])
saveResult(
  'bank-statements',
  printTable(['what', 'median ms', 'slowest ms'], rows),
  `${LINES} lines an import, ${DEPOSITS} pending deposits, ${ROUNDS} rounds, each on top of the one before.`,
)
await server.close()

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await work()
  times.set(what, [...(times.get(what) ?? []), performance.now() - startedAt])
}

async function importLines(first: number, remark = ''): Promise<void> {
  const line = (n: number) =>
    `21/11/2026,UPI-ASHA RAO-ASHA@OKHDFC-HDFC0000123,0000${700_000_000_000 + n},,${(1000 + n / 100).toFixed(2)},`
  const text = Array.from({ length: LINES }, (_, n) => line(first + n)).join('\n')
  const file = `Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance\n${text}\n${remark}`
  const content = Buffer.from(file).toString('base64')
  await call('POST', '/bank-statements', { account: { method_id: method.id }, file_name: 'bench.csv', content })
}

async function call(verb: string, path: string, body?: object): Promise<void> {
  const { status, body: answer } = await server.call(verb, path, { as: admin, body })
  if (status >= 300) throw new Error(`${path} answered ${status} ${JSON.stringify(answer).slice(0, 300)}`)
}
