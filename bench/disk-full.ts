/**
 * `npm run bench -- disk-full [--operations 4000] [--times 8] [--seed N]`: what is lost when the disk of two programs and their
 * database fills up while money moves, and is emptied again some seconds later. The disk is a volume in memory, so it needs root.
 * The goal: every call gets its reply or a 503, nothing is lost or doubled, and everything recovers by itself.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { codeOf } from '../server/src/platform/start-error.ts'
import type { Seen } from '../tests/faults/crash/calls.ts'
import { runStorm } from '../tests/faults/crash/storm.ts'
import { printTable, saveResult } from './table.ts'

const SIZE_MB = 1_000 // above the size of the WAL that the database keeps
const STUCK_MS = 3_000 // after this time without an acknowledged write the WAL is full too
const STUCK_WITHIN_MS = 120_000
const RECOVERED_WITHIN_MS = 120_000

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    operations: { type: 'string', default: '4000' },
    times: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const volume = mkdtempSync(join(tmpdir(), 'bittkosh-disk-'))
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', volume])
process.once('exit', () => {
  execFileSync('umount', ['--lazy', volume])
  rmdirSync(volume)
})
const stuckAfterMs: number[] = []
const backAfterMs: number[] = []
const { accepted, refused, repeated, longestWaitMs, amiss } = await runStorm({
  dataDir: join(volume, 'data'),
  databaseUrls: null,
  operations: Number(values.operations),
  kills: Number(values.times),
  clients: 8,
  people: 16,
  seed: Number(values.seed),
  strike: fillDisk,
})

for (const sentence of amiss) console.error(sentence)
const table = printTable(
  [
    'accepted',
    'refused',
    'answered to a repeat',
    'times full',
    'the last write after s',
    'answered again after s, at most',
    'longest wait s',
    'amiss',
  ],
  [
    [
      String(accepted),
      String(refused),
      String(repeated),
      String(backAfterMs.length),
      stuckAfterMs.map((ms) => (ms / 1000).toFixed(1)).join(', '),
      (Math.max(...backAfterMs) / 1000).toFixed(1),
      (longestWaitMs / 1000).toFixed(1),
      String(amiss.length),
    ],
  ],
)
if (amiss.length > 0) process.exitCode = 1
else
  saveResult(
    'disk-full',
    table,
    `8 clients over two programs on one embedded PostgreSQL, 16 people, seed ${values.seed}; pictures, mails and the database's log are on the same volume of ${SIZE_MB} MB, which stays full until no write has been answered for ${STUCK_MS / 1000} s. Amiss would be a balance or a number of records that is not what was acknowledged, an invariant, an answer of 500, or a program that does not end cleanly.`,
  )

/** Resolves once a write was acknowledged again. */
async function fillDisk(_which: number, seen: Seen): Promise<void> {
  const ballast = join(volume, 'ballast')
  try {
    for (const piece = Buffer.alloc(65_536); ;) appendFileSync(ballast, piece)
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error
  }
  const fullAt = performance.now()
  const lastAt = () => seen.acknowledgedAtMs.at(-1) ?? fullAt
  while (performance.now() - Math.max(fullAt, lastAt()) < STUCK_MS) {
    if (performance.now() - fullAt > STUCK_WITHIN_MS) throw new Error('writes are answered on a full disk')
    await wait(20)
  }
  stuckAfterMs.push(performance.now() - fullAt - STUCK_MS)
  rmSync(ballast)
  const emptiedAt = performance.now()
  while (lastAt() < emptiedAt) {
    if (performance.now() - emptiedAt > RECOVERED_WITHIN_MS) throw new Error('no write was answered again')
    await wait(20)
  }
  backAfterMs.push(performance.now() - emptiedAt)
}
