/** The program as a process of its own, on a free port: for tests that stop it, kill it, or set what others must not see. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ADMIN } from './logins.ts'

const main = join(import.meta.dirname, '../../server/src/main.ts')

/** The journeys' settings, apart from where the program runs. */
export const journeyEnv = {
  RATE_LIMITS: 'off',
  DEV_TOOLS: 'on',
  TRUST_PROXY: '127.0.0.1', // so that a page can come from an address of its own
  ADMIN_EMAIL: ADMIN.login,
  ADMIN_PASSWORD: ADMIN.password,
}

export type Program = {
  /** http://localhost:40123 */
  base: string
  process: ChildProcess
  /** As its operator stops it; returns the exit code. */
  stop(): Promise<number | null>
}

/** Starts one and waits until it listens. Without DATABASE_URL in `env` it runs on an embedded database in DATA_DIR. */
export async function startProgram(env: NodeJS.ProcessEnv, file = main): Promise<Program> {
  const base = `http://localhost:${await freePort()}`
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', RATE_LIMITS: 'off', ...env, PORT: new URL(base).port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  await new Promise<void>((running, failed) => {
    // Read to the end: a program whose output nobody reads dies at its first log line.
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text
        if (said.includes(' runs at ')) running()
      })
    child.once('exit', () => failed(new Error(`the program ended before it ran: ${said}`)))
  })
  return {
    base,
    process: child,
    async stop() {
      if (child.exitCode !== null) return child.exitCode
      child.kill('SIGTERM')
      await once(child, 'exit')
      return child.exitCode
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
