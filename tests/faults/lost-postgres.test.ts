/** The embedded database dies under a running program, which reports it, restarts it and continues. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startProgram } from '../support/program.ts'

test('PostgreSQL is killed, and the program recovers and stops cleanly', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-lost-'))
  const program = await startProgram({ DATA_DIR: dataDir })
  const pidFile = join(dataDir, 'postgres/data/postmaster.pid')
  const postmaster = () => {
    try {
      return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || null
    } catch {
      return null // between the two
    }
  }
  const statusOf = async () => {
    const reply = await fetch(`${program.base}/health/ready`).catch(() => null)
    return reply?.status ?? program.process.exitCode ?? 'not listening'
  }
  const become = async (status: number) => {
    while ((await statusOf()) !== status) {
      if (program.process.exitCode !== null) throw new Error(`the program ended with ${program.process.exitCode}`)
      await wait(20)
    }
  }
  try {
    const killed = postmaster()
    if (killed === null) throw new Error('PostgreSQL has no pid')
    process.kill(killed, 'SIGKILL')
    while ([killed, null].includes(postmaster())) await wait(20)
    await become(200)
    expect(await program.stop()).toBe(0)
    expect(existsSync(pidFile)).toBe(false)
  } finally {
    if (program.process.exitCode === null) program.process.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
