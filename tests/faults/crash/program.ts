/** The real program in processes of its own, which can be killed at any moment and are started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../support/program.ts'

export type Victim = 'program' | 'database'

export type Programs = {
  /** Where they listen; nobody knows which of them is running at the moment. */
  addresses: readonly string[]
  /** The ids of their processes. */
  pids(): number[]
  /** Kills one program, or the embedded PostgreSQL below all of them, and resolves when they are ready again. */
  strike(blow: Victim, which: number): Promise<void>
  /** For an immediate end: does not wait. */
  kill(): void
  /** Stops all of them; returns their exit codes. */
  stop(): Promise<(number | null)[]>
}

/**
 * Starts one for each environment, on one database; the first one alone, because it creates what is missing. `detached`: they don't
 * receive the terminal's signals.
 */
export async function startPrograms(
  environments: readonly Record<string, string>[],
  { detached = false } = {},
): Promise<Programs> {
  const programs: { port: number; env: Record<string, string>; child: ChildProcess }[] = []
  for (const env of environments) {
    const port = await freePort()
    programs.push({ port, env, child: start(port, env, detached) })
    await untilReady(port)
  }
  const of = (which: number) => programs[which % programs.length]!
  return {
    addresses: programs.map(({ port }) => `http://127.0.0.1:${port}`),
    pids: () => programs.flatMap(({ child }) => child.pid ?? []),
    async strike(blow, which) {
      if (blow === 'database') {
        process.kill(postmasterPid(programs[0]?.env['DATA_DIR'] ?? ''), 'SIGKILL')
      } else {
        const program = of(which)
        const ended = once(program.child, 'exit')
        program.child.kill('SIGKILL')
        await ended
        program.child = start(program.port, program.env, detached)
      }
      for (const { port } of programs) await untilReady(port)
    },
    kill: () => programs.forEach(({ child }) => child.kill('SIGTERM')),
    async stop() {
      return Promise.all(
        programs.map(async ({ child }) => {
          if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
          const ended = once(child, 'exit')
          child.kill('SIGTERM')
          return (await ended)[0] as number | null
        }),
      )
    },
  }
}

function start(port: number, env: Record<string, string>, detached: boolean): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../../../server/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached,
  })
}

async function untilReady(port: number): Promise<void> {
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
    if (reply?.ok) return
    await wait(20)
  }
}

function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)
}
