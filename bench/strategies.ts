/**
 * `npm run bench -- strategies`: a seeded player looks for a strategy that makes money, first in the model made of the
 * program's own rules, then against the server over HTTP. `--model 1000000` and `--server 20000` say how many strategies,
 * `--seed` where they begin, `--minutes` after how long each part stops at the latest. Prints the best strategy, and exits
 * with 1 where one makes money.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { formatRupees, paise } from '@bittkosh/contract/money'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { invariants } from '../server/src/rooms.ts'
import { testServer } from '../tests/support/server.ts'
import { type Act, drawStrategy, type Strategy } from './strategies/acts.ts'
import type { Result } from './strategies/book.ts'
import { knownStrategies } from './strategies/known.ts'
import { playInModel } from './strategies/model.ts'
import { strategiesOn } from './strategies/server.ts'
import { printTable, saveResult } from './table.ts'

const CHUNK = 1_000 // strategies that a worker takes at a time

type Found = { plays: number; winners: number; best: { seed: number; result: Result } | null }
type Range = { from: number; count: number }

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      model: { type: 'string', default: '1000000' },
      server: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      minutes: { type: 'string', default: '600' },
    },
  })
  const seed = Number(values.seed)
  console.log(`seed ${seed}`)
  const runs = [
    { name: 'model', ...(await timed(() => playModel(seed, Number(values.model), Number(values.minutes)))) },
    { name: 'server', ...(await timed(() => playServer(seed, Number(values.server), Number(values.minutes)))) },
  ].filter(({ plays }) => plays > 0)
  const table = printTable(
    ['played in', 'strategies', 'made money', 'best gain', 'best unearned', 'seconds'],
    runs.map(({ name, plays, winners, best, seconds }) => [
      name,
      plays.toLocaleString('en-IN'),
      String(winners),
      best ? formatRupees(paise(best.result.gain)) : '',
      best ? formatRupees(paise(best.result.unearned)) : '',
      String(Math.round(seconds)),
    ]),
  )
  const bests = runs.flatMap(({ name, best }) =>
    best ? [`The best in the ${name} (seed ${best.seed}):\n\n${asText(drawStrategy(best.seed))}`] : [],
  )
  for (const best of bests) console.log(best)
  const how = `Strategies from seed ${seed}, \`--model ${values.model} --server ${values.server}\`; the known ones (bench/strategies/known.ts) are played first in both.`
  saveResult('strategies', `${table}\n\n${bests.join('\n\n')}`, how)
  if (runs.some(({ winners }) => winners > 0)) process.exitCode = 1
}

async function timed(play: () => Promise<Found>): Promise<Found & { seconds: number }> {
  const startedAt = performance.now()
  const found = await play()
  return { ...found, seconds: (performance.now() - startedAt) / 1_000 }
}

const hasWon = ({ gain, unearned }: Result) => gain > 0n || unearned > 0n

/** The same order for the best: who comes nearest to taking out more than was paid in and promised. */
function better(one: Found['best'], other: Found['best']): Found['best'] {
  if (!one || !other) return one ?? other
  return other.result.gain > one.result.gain ? other : one
}

function merge(one: Found, other: Found): Found {
  return {
    plays: one.plays + other.plays,
    winners: one.winners + other.winners,
    best: better(one.best, other.best),
  }
}

const NOTHING: Found = { plays: 0, winners: 0, best: null }

function note(found: Found, seed: number, result: Result): Found {
  const worth = result.paidIn > 0n ? { seed, result } : null // who paid nothing in has risked nothing
  return merge(found, { plays: 1, winners: hasWon(result) ? 1 : 0, best: worth })
}

/** Every core takes ranges of seeds until there are none left. */
async function playModel(seed: number, count: number, minutes: number): Promise<Found> {
  if (count === 0) return NOTHING
  for (const [name, strategy] of Object.entries(knownStrategies))
    if (hasWon(playInModel(strategy))) throw new Error(`${name} makes money in the model`)
  const endsAt = performance.now() + minutes * 60_000
  let next = 0
  const take = (): Range | null => {
    const from = next
    next += CHUNK
    return from < count && performance.now() < endsAt
      ? { from: seed + from, count: Math.min(CHUNK, count - from) }
      : null
  }
  let found = NOTHING
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url))
      const hand = () => {
        const range = take()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
        if (range) return worker.postMessage(range)
        resolve()
        void worker.terminate()
      }
      worker.on('message', (part: Found) => {
        found = merge(found, part)
        if (found.plays % 50_000 < CHUNK) console.log(`${found.plays} in the model, ${found.winners} made money`)
        hand()
      })
      worker.on('error', reject)
      hand()
    })
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return found
}

function playRanges(): void {
  parentPort?.on('message', ({ from, count }: Range) => {
    let found = NOTHING
    for (let seed = from; seed < from + count; seed++) found = note(found, seed, playInModel(drawStrategy(seed)))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    parentPort?.postMessage(found)
  })
}

async function playServer(seed: number, count: number, minutes: number): Promise<Found> {
  if (count === 0) return NOTHING
  const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
  const { db, url, pool, close } = await openDatabase(readConfig({ DATA_DIR: dataDir }))
  await migrate(pool)
  const server = await testServer({ database: { db, url, dataDir, close } })
  const players = await strategiesOn(server)
  const endsAt = performance.now() + minutes * 60_000
  let found = NOTHING
  try {
    for (const [name, strategy] of Object.entries(knownStrategies)) await playAlike(name, strategy)
    for (let n = 0; n < count && performance.now() < endsAt; n++) {
      found = note(found, seed + n, await playAlike(`seed ${seed + n}`, drawStrategy(seed + n)))
      if (found.plays % 50 === 0) console.log(`${found.plays} on the server, ${found.winners} made money`)
    }
    for (const { name, find } of invariants) {
      const broken = await find(db)
      if (broken.length > 0) throw new Error(`${name}: ${broken[0]}`)
    }
  } finally {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return found

  async function playAlike(name: string, strategy: Strategy): Promise<Result> {
    const result = await players.play(strategy)
    if (hasWon(result)) console.log(`${name} makes money on the server:\n${asText(strategy)}`)
    return result
  }
}

function asText(strategy: readonly Act[]): string {
  const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? `₹${Number(value) / 100}` : value)
  return strategy.map((act) => `    ${JSON.stringify(act, plain)}`).join('\n')
}

if (isMainThread) await main()
else playRanges()
