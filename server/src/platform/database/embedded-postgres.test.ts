import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { joinEmbeddedPostgres } from './embedded-postgres.ts'

test('a process that arrives while PostgreSQL is stopping is disconnected, waits, and starts it again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-arrival-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const folder = join(dataDir, 'postgres')
  mkdirSync(folder, { mode: 0o700 })
  let calls = 0
  // Accepts a connection and closes it before sending anything.
  const stopping = createServer((socket) => {
    calls += 1
    socket.end()
    stopping.close()
  }).listen(join(folder, '.s.PGSQL.5432'))
  await once(stopping, 'listening')

  const { leave } = await joinEmbeddedPostgres({ dataDir, say: () => {} })
  await leave()
  expect(calls).toBe(1)
})
