/**
 * `npm run bench -- start`: the time from `npm start` to ready, installed and built, with an existing database (warm); and the
 * memory of the Node process after it. Goals: ready in ≤ 3 s, ≤ 150 MB.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../tests/support/program.ts'
import { median, printTable, saveResult } from './table.ts'

const ROUNDS = 5
const SETTLE_MS = 3000 // memory is read after the first jobs have run

const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
execFileSync('npm', ['run', 'prestart'], { stdio: 'ignore' })
const cold = await startOnce()
const warm = []
for (let round = 0; round < ROUNDS; round++) warm.push(await startOnce())
rmSync(dataDir, { recursive: true, force: true })

const table = printTable(
  ['start', 'ready after (ms)', 'memory of Node (MB)'],
  [
    ['first, makes the database', cold.readyMs.toFixed(0), cold.memoryMb.toFixed(0)],
    ['warm', median(warm.map((one) => one.readyMs)).toFixed(0), median(warm.map((one) => one.memoryMb)).toFixed(0)],
  ],
)
saveResult(
  'start',
  table,
  `Warm: median of ${ROUNDS} starts through npm. Memory is the resident set ${SETTLE_MS} ms after ready.`,
)

async function startOnce(): Promise<{ readyMs: number; memoryMb: number }> {
  const port = await freePort()
  const startedAt = performance.now()
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
    detached: true,
  })
  while (!(await isReady(port))) await pause(20)
  const readyMs = performance.now() - startedAt
  await pause(SETTLE_MS)
  const memoryMb = memoryOfServer(npm) / 1024
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  process.kill(-(npm.pid ?? 0), 'SIGTERM')
  await ended
  return { readyMs, memoryMb }
}

/** Resident kilobytes of the one process of npm's group that runs main.ts. */
function memoryOfServer(npm: ChildProcess): number {
  const pids = execFileSync('pgrep', ['-g', String(npm.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const server = pids.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/src/main.ts'))
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server}/status`, 'utf8'))?.[1])
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    (reply) => reply.ok,
    () => false,
  )
}
