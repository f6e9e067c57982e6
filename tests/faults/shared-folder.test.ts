/** Processes that share one DATA_DIR, start, stop and are killed, lose no acknowledged row. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/src/platform/database/open.ts'
import { sql } from '../../server/src/platform/database/sql.ts'

const RIVALS = Number(process.env['RIVALS'] ?? 4)
const SECONDS = Number(process.env['RIVAL_SECONDS'] ?? 4)

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-rivals-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const acknowledged = new Set<string>()
const complaints: string[] = []
let started = 0

function startRival() {
  const rival = spawn(process.execPath, [join(import.meta.dirname, 'rival.ts'), dataDir, String(++started)])
  let rest = ''
  rival.stdout.on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) acknowledged.add(line)
  })
  rival.stderr.on('data', (chunk) => complaints.push(String(chunk)))
  return rival
}

test('rivals are killed or stopped at random', async () => {
  const until = Date.now() + SECONDS * 1000
  await Promise.all(
    Array.from({ length: RIVALS }, async (_, place) => {
      while (Date.now() < until) {
        const rival = startRival()
        await Promise.race([once(rival.stdout, 'data'), once(rival, 'exit')])
        rival.kill(place % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
        if (rival.exitCode === null && rival.signalCode === null) await once(rival, 'close')
      }
    }),
  )
  expect(complaints).toEqual([])

  const last = await openDatabase({ databaseUrl: null, dataDir, say: () => {} })
  const { rows } = await sql<{ name: string }>`select name from rows`.execute(last.db)
  // the sessions of killed rivals end soon after them
  const guests = sql<{ count: number }>`
    select count(*)::integer as count from pg_locks where locktype = 'advisory' and mode = 'ShareLock'`
  await expect.poll(async () => (await guests.execute(last.db)).rows).toEqual([{ count: 1 }])
  await last.close()
  const kept = new Set(rows.map(({ name }) => name))
  expect([...acknowledged].filter((name) => !kept.has(name))).toEqual([])
  expect(acknowledged.size).toBeGreaterThanOrEqual(RIVALS)
  expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false) // the last process stopped it
})
