/** T75: the embedded database dies under a running program, which says so, starts it again and goes on. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'

test('PostgreSQL is killed, and the program recovers and stops cleanly', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-lost-'))
  const port = await freePort()
  const program = spawn(process.execPath, [join(import.meta.dirname, '../../server/src/main.ts')], {
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pidFile = join(dataDir, 'postgres/data/postmaster.pid')
  const postmaster = () => {
    try {
      return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || null
    } catch {
      return null // between the two
    }
  }
  const statusOf = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
    return reply?.status ?? program.exitCode ?? 'not listening'
  }
  const become = async (status: number) => {
    while ((await statusOf()) !== status) {
      if (program.exitCode !== null) throw new Error(`the program ended with ${program.exitCode}`)
      await wait(20)
    }
  }
  try {
    await new Promise<void>((running) => {
      // Read to the end: a program whose output nobody takes any more dies of its first log line.
      program.stdout.on('data', (said: Buffer) => void (said.includes(' runs at ') && running()))
    })
    const killed = postmaster()
    if (killed === null) throw new Error('PostgreSQL has no pid')
    process.kill(killed, 'SIGKILL')
    const lostAt = Date.now()
    while ([killed, null].includes(postmaster())) await wait(20)
    await become(200)
    expect(Date.now() - lostAt).toBeLessThan(5_000)
    program.kill('SIGTERM')
    expect(await once(program, 'exit')).toEqual([0, null])
    expect(existsSync(pidFile)).toBe(false)
  } finally {
    if (program.exitCode === null) program.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
