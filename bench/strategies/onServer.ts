/**
 * A thread that runs ranges of seeds on servers, each range concurrently on one server with a database of its own, and also in the
 * model, which must give the same sums. Every invariant is checked at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { drawRates, underRates } from './acts.ts'
import { drawRange, type Found, merge, note, NOTHING, type Range } from './found.ts'
import { knownStrategies } from './known.ts'
import { playInModel } from './model.ts'

// Registering takes half of a run's time, almost all of it for the hash of a password that nobody types again.
const QUICK =
  "export const hash = async () => '$argon2id$v=19$m=19456,t=2,p=1$none'; export const verify = async () => false"
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2'
      ? { url: `data:text/javascript,${encodeURIComponent(QUICK)}`, shortCircuit: true }
      : next(specifier, context),
})
const { readConfig } = await import('../../server/src/config.ts')
const { openDatabase } = await import('../../server/src/platform/database/open.ts')
const { migrate } = await import('../../server/src/platform/database/migrations.ts')
const { invariants } = await import('../../server/src/rooms.ts')
const { testServer } = await import('../../tests/support/server.ts')
const { strategiesOn } = await import('./server.ts')

async function play(range: Range): Promise<Found> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-bench-'))
  const { db, url, pool, onChanges, close } = await openDatabase(readConfig({ DATA_DIR: dataDir }))
  await migrate(pool)
  const server = await testServer({ database: { db, onChanges, url, dataDir, close } })
  try {
    const players = await strategiesOn(server)
    const rates = drawRates(range.world)
    const known = Object.entries(knownStrategies).map(([name, strategy]) => ({ name, seed: null, strategy }))
    const drawn = drawRange(range).map(({ seed, strategy }) => ({ name: `seed ${seed}`, seed, strategy }))
    const plays = [...known, ...drawn].map((one) => ({ ...one, strategy: underRates(one.strategy, rates) }))
    const results = await players.playTogether(plays.map(({ strategy }) => strategy))
    let found = NOTHING
    for (const [n, { name, seed, strategy }] of plays.entries()) {
      const result = results[n]!
      const model = playInModel(strategy)
      if (result.gain !== model.gain || result.unearned !== model.unearned)
        found = wrong(found, `${name} gains ${result.gain} paise, in the model ${model.gain}`)
      if (seed !== null) found = note(found, seed, result)
      else if (result.gain > 0n || result.unearned > 0n) found = wrong(found, `${name} makes money`)
    }
    for (const { name, find } of invariants)
      for (const broken of (await find(db)).slice(0, 1)) found = wrong(found, `${name}: ${broken}`)
    return found
  } finally {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function wrong(found: Found, what: string): Found {
  return merge(found, { ...NOTHING, wrongs: [what] })
}

parentPort?.on('message', (range: Range) => {
  void play(range)
    .catch((error: unknown) => wrong(NOTHING, `the world from seed ${range.from} broke: ${String(error)}`))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    .then((found) => parentPort?.postMessage(found))
})
