/**
 * `npm run bench -- wire [--whole 'transfer confirmed'] [--step 97] [--seed N]`: the lines between browser and server and
 * between server and PostgreSQL fail during money calls (tests/faults/wire): after each byte of one call's exchange, unless
 * `--whole none`, and after every so many bytes of the others', from a drawn one on. Exits with 1 where a repeat did not end
 * with one effect and the right answer.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { calls } from '../tests/faults/simulation/cases.ts'
import { findingsIn } from '../tests/faults/simulation/world.ts'
import { lines, measure, noFigures, playCut, wire } from '../tests/faults/wire/play.ts'
import { randomFrom } from '../tests/support/earnLife.ts'
import { type Failure, ways } from '../tests/support/wire.ts'
import { printTable, saveResult } from './table.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    whole: { type: 'string', default: 'transfer confirmed' },
    step: { type: 'string', default: '97' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
})
const random = randomFrom(Number(values.seed))
console.log(`seed ${values.seed}`)
const atEachByte: readonly Failure[] = ['reset', 'half-close']
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-wire-'))
const opened = await openDatabase({ databaseUrl: null, dataDir, say: () => {} })
await migrate(opened.pool)
const stage = await wire({ ...opened, dataDir })
const begunAtMs = performance.now()
const amiss: string[] = []
const rows: string[][] = []

for (const name of Object.keys(calls)) {
  const { outcome: calm, bytes } = await measure(stage, name)
  for (const line of lines) {
    const figures = noFigures()
    const before = amiss.length
    for (const way of ways)
      for (const failure of atEachByte) {
        const step = name === values.whole ? 1 : Number(values.step)
        for (let after = Math.floor(random() * step); after <= bytes[line][way]; after += step)
          amiss.push(...(await playCut(stage, { name, line, cut: { way, after, failure }, calm, figures })))
      }
    const exchanged = `${bytes[line].there} + ${bytes[line].back}`
    rows.push([name, line, exchanged, ...Object.values(figures).map(String), String(amiss.length - before)])
    console.log(rows.at(-1)?.join(', '))
  }
}
amiss.push(...(await findingsIn(stage)))
await stage.wires.browser.close()
await stage.server.close()
rmSync(dataDir, { recursive: true, force: true })
const seconds = Math.round((performance.now() - begunAtMs) / 1000)

for (const sentence of amiss) console.error(sentence)
process.exitCode = amiss.length > 0 ? 1 : 0
const cuts = rows.reduce((sum, row) => sum + Number(row[3]), 0)
const table = printTable(['call', 'line to', 'bytes there + back', ...Object.keys(noFigures()), 'amiss'], rows)
saveResult(
  'wire',
  table,
  `Seed ${values.seed}, ${cuts} cuts in ${seconds} s, each a reset or a half-close: ${values.whole in calls ? `after every byte of "${values.whole}", ` : ''}after each ${values.step}th byte of the ${values.whole in calls ? 'other ' : ''}calls. How the first attempt ended: no whole answer; half a request refused as unreadable (400); 503 with Retry-After; answered. Its repeats under the same key came to the same answer, ledger, records, notices and mails as on whole lines; amiss is what did not. At the end the checks of \`npm run verify\` found ${amiss.length === 0 ? 'nothing' : 'what the command printed'}. Silence and delays are in tests/faults/wire.test.ts. Other programs ran on the machine.`,
)
