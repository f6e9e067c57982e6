/** CPU time of processes, from /proc: it stays comparable on a machine with other work. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const TICK_MICROS = 10_000

/** CPU time of the program with its threads, of PostgreSQL with all its processes, and of this process, in microseconds. */
export type Cpu = { program: number; postgres: number; client: number }

/** Returns a function that measures the time since this call. */
export function cpuMeter({ program, dataDir }: { program: number; dataDir: string }): () => Cpu {
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)
  const now = (): Cpu => {
    const { user, system } = process.cpuUsage()
    return { program: statOf(program)?.own ?? 0, postgres: clusterMicros(postmaster), client: user + system }
  }
  const start = now()
  return () => {
    const end = now()
    return {
      program: end.program - start.program,
      postgres: end.postgres - start.postgres,
      client: end.client - start.client,
    }
  }
}

/** The postmaster, its children, and its children that have ended: read again if one ended during the reading. */
function clusterMicros(postmaster: number): number {
  for (;;) {
    const { own = 0, ended = 0 } = statOf(postmaster) ?? {}
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    const living = children.reduce((sum, pid) => sum + (statOf(Number(pid))?.own ?? 0), 0)
    if (statOf(postmaster)?.ended === ended) return own + ended + living
  }
}

function statOf(pid: number): { own: number; ended: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // the process name before it may contain spaces
    const ticks = (at: number) => Number(fields[at]) * TICK_MICROS
    return { own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) }
  } catch {
    return undefined // ended during the reading
  }
}
