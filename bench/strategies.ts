/**
 * `npm run bench -- strategies`: a seeded player looks for a strategy that makes money, first in the model made of the program's
 * own rules, then against the server over HTTP, where hundreds of strategies share a world: one clock, one database, and the rates
 * of Earn that the operator sets, drawn from the world's first seed. `--model 1000000` and `--server 20000` are the numbers of
 * strategies, `--seed` is the first seed, `--minutes` the time after which each part starts nothing new. Prints the best strategy,
 * and exits with 1 if one makes money or the server's result differs from the model's. To run one strategy again: `--model 0
 * --server 1 --seed <its seed> --world <the first seed of its world>`.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { formatRupees, paise } from '@bittkosh/contract/money'
import { drawRates, drawStrategy, type Strategy, underRates } from './strategies/acts.ts'
import { type Found, hasWon, merge, NOTHING, type Range } from './strategies/found.ts'
import { knownStrategies } from './strategies/known.ts'
import { playInModel } from './strategies/model.ts'
import { printTable, saveResult } from './table.ts'

const IN_MODEL = 1_000 // strategies per piece of work for a thread
const IN_WORLD = 500 // that share a world: with fewer the nights cost more, with more a broken one loses more

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    model: { type: 'string', default: '1000000' },
    server: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    world: { type: 'string' },
    minutes: { type: 'string', default: '600' },
  },
})
const seed = Number(values.seed)
console.log(`seed ${seed}`)
for (const [name, strategy] of Object.entries(knownStrategies))
  if (hasWon(playInModel(strategy))) throw new Error(`${name} makes money in the model`)
const runs = [
  { name: 'model', ...(await spread('inModel', { from: seed, count: Number(values.model) }, IN_MODEL)) },
  { name: 'server', ...(await spread('onServer', { from: seed, count: Number(values.server) }, IN_WORLD)) },
].filter(({ plays, wrongs }) => plays > 0 || wrongs.length > 0)
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
  best ? [`The best in the ${name} (seed ${best.seed}):\n\n${asText(played(name, best.seed))}`] : [],
)
const wrongs = runs.flatMap((run) => run.wrongs)
for (const line of [...bests, ...wrongs]) console.log(line)
const how = [
  `Strategies from seed ${seed}, \`--model ${values.model} --server ${values.server}\`.`,
  `The known ones (bench/strategies/known.ts) are played first in the model and in each world of ${IN_WORLD} on the server.`,
  'On the server each strategy has to come to the same paisa as in the model, and at the end of each world every invariant holds.',
].join(' ')
saveResult('strategies', [table, ...wrongs, ...bests].join('\n\n'), how)
if (wrongs.length > 0) process.exitCode = 1

/** Every core, and one more thread while a world waits for its database, takes parts of a range until there are none left. */
async function spread(file: string, all: Omit<Range, 'world'>, chunk: number): Promise<Found & { seconds: number }> {
  const startedAt = performance.now()
  const endsAt = startedAt + Number(values.minutes) * 60_000
  let next = 0
  let found = NOTHING
  const take = (): Range | null => {
    const from = next
    next += chunk
    if (from >= all.count || performance.now() >= endsAt) return null
    return { from: all.from + from, count: Math.min(chunk, all.count - from), world: worldOf(all.from + from) }
  }
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(`strategies/${file}.ts`, import.meta.url))
      const hand = () => {
        const range = take()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
        if (range) return worker.postMessage(range)
        resolve()
        void worker.terminate()
      }
      worker.on('message', (part: Found) => {
        found = merge(found, part)
        for (const wrong of part.wrongs) console.log(wrong)
        if (found.plays % (50 * chunk) < chunk || chunk === IN_WORLD)
          console.log(`${found.plays} ${file}, ${found.winners} made money`)
        hand()
      })
      worker.on('error', reject)
      hand()
    })
  if (all.count > 0) await Promise.all(Array.from({ length: availableParallelism() + 1 }, work))
  return { ...found, seconds: (performance.now() - startedAt) / 1_000 }
}

/** A strategy as it was run: on the server under the rates of its world. */
function played(name: string, of: number): Strategy {
  return name === 'server' ? underRates(drawStrategy(of), drawRates(worldOf(of))) : drawStrategy(of)
}

function worldOf(of: number): number {
  return Number(values.world ?? seed + Math.floor((of - seed) / IN_WORLD) * IN_WORLD)
}

function asText(strategy: Strategy): string {
  const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? `₹${Number(value) / 100}` : value)
  return strategy.map((act) => `    ${JSON.stringify(act, plain)}`).join('\n')
}
