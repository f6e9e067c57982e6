/**
 * `npm run bench -- pooler [--operations 3000]`: the operations of the crash test through PgBouncer in transaction mode, with the
 * embedded PostgreSQL behind it. Needs Debian's package pgbouncer. Nothing may be lost, doubled or refused as broken.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { ROLE_SETTINGS } from '../server/src/platform/database/pooler.ts'
import { runStorm } from '../tests/faults/crash/storm.ts'
import { freePort } from '../tests/support/program.ts'
import { printTable, saveResult } from './table.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { operations: { type: 'string', default: '3000' } },
})
const place = mkdtempSync(join(tmpdir(), 'bittkosh-pooler-'))
chmodSync(place, 0o755) // PgBouncer runs as another user if this runs as root
const dataDir = join(place, 'program')
const database = await openDatabase({ databaseUrl: null, dataDir, say: () => {} })
for (const [name, value] of Object.entries(ROLE_SETTINGS))
  await database.pool.query(`alter role current_user set ${name} = '${value}'`)
const { host, port, user, database: name } = new pg.Client({ connectionString: database.url })
const pooled = await freePort()
const settings = join(place, 'pgbouncer.ini')
writeFileSync(join(place, 'users.txt'), `"${user}" ""\n`)
writeFileSync(
  settings,
  `[databases]
${name} = host=${host} port=${port} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooled}
unix_socket_dir =
auth_type = any
auth_file = ${place}/users.txt
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
`,
)
const { uid, gid } = statSync(host) // only its owner can access the socket
const pooler = spawn('/usr/sbin/pgbouncer', [settings], { uid, gid, stdio: 'ignore' })
await untilOpen(pooled)
const outcome = await runStorm({
  dataDir,
  databaseUrls: null,
  env: {
    DATABASE_URL: `postgresql://${user}@127.0.0.1:${pooled}/${name}`,
    DATABASE_DIRECT_URL: database.url,
  },
  operations: Number(values.operations),
  kills: 4,
  clients: 16,
  people: 24,
  seed: 1,
}).finally(async () => {
  pooler.kill('SIGTERM')
  await database.close()
})
for (const sentence of outcome.amiss) console.error(sentence)
const table = printTable(
  ['accepted', 'refused', 'answered to a repeat', 'programs killed', 'amiss'],
  [[outcome.accepted, outcome.refused, outcome.repeated, outcome.kills.program, outcome.amiss.length].map(String)],
)
if (outcome.amiss.length > 0) process.exitCode = 1
else {
  const version = execFileSync('/usr/sbin/pgbouncer', ['--version'], { encoding: 'utf8' }).split('\n')[0]
  saveResult(
    'pooler',
    table,
    `${version}, transaction mode, ten connections for two programs of twenty; 16 clients, 24 people.`,
  )
}
rmSync(place, { recursive: true, force: true })

async function untilOpen(at: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((done) => {
      const line = connect(at, '127.0.0.1', () => {
        line.destroy()
        done(true)
      }).on('error', () => done(false))
    })
    if (isOpen) return
    await wait(50)
  }
}
