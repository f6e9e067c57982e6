/**
 * `npm run bench -- wire [--whole 'transfer confirmed'|all] [--share 1] [--step N] [--lines browser] [--calls 'a,b'] [--seed N]`:
 * the connections between browser and server and between server and PostgreSQL fail during money calls (tests/faults/wire): before
 * and after the last byte of each message, after its first and in its middle, or at a share of these positions, or after each Nth
 * byte from a random one on, by a reset or a half-close, chosen at random; and after each byte of the call that `--whole` names, by
 * both. Exits with 1 if a retry did not end with one effect and the right reply.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/src/platform/database/open.ts'
import { migrate } from '../server/src/platform/database/migrations.ts'
import { calls } from '../tests/faults/simulation/cases.ts'
import { findingsIn } from '../tests/faults/simulation/world.ts'
import { firstEnds, lines, measure, placesIn, playCuts, wire } from '../tests/faults/wire/play.ts'
import { randomFrom } from '../tests/support/earnLife.ts'
import { type Failure, ways } from '../tests/support/wire.ts'
import { printTable, saveResult } from './table.ts'

const PATIENCE_MS = 10_000
const both: readonly Failure[] = ['reset', 'half-close']
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    whole: { type: 'string', default: '' },
    share: { type: 'string', default: '1' },
    step: { type: 'string', default: '0' },
    lines: { type: 'string', default: lines.join() },
    calls: { type: 'string', default: Object.keys(calls).join() },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
})
const random = randomFrom(Number(values.seed))
const step = Number(values.step)
console.log(`seed ${values.seed}`)
const dataDir = mkdtempSync(join(tmpdir(), 'bittkosh-wire-'))
const opened = await openDatabase({ databaseUrl: null, dataDir, say: () => {} })
await migrate(opened.pool)
const stage = await wire({ ...opened, dataDir }, PATIENCE_MS)
const begunAtMs = performance.now()
const amiss: string[] = []
const rows: string[][] = []
let cutsOfAll = 0

for (const name of values.calls.split(',')) {
  const { outcome: calm, ends } = await measure(stage, name)
  const isWhole = values.whole === 'all' || values.whole === name
  for (const line of lines.filter((one) => values.lines.split(',').includes(one))) {
    const ofWay = (way: (typeof ways)[number]) => {
      const last = ends[line][way].at(-1) ?? 0
      const each = (nth: number, from = 0) =>
        Array.from({ length: Math.floor((last - from) / nth) + 1 }, (_, n) => from + n * nth)
      const places = isWhole
        ? each(1)
        : step > 0
          ? each(step, Math.floor(random() * step))
          : placesIn(ends[line][way]).filter(() => random() < Number(values.share))
      return places.flatMap((after) =>
        (isWhole ? both : [both[Math.floor(random() * 2)]!]).map((failure) => ({ line, way, after, failure })),
      )
    }
    const played = await playCuts(stage, { name, cuts: ways.flatMap(ofWay), calm })
    const found = played.flatMap((one) => one.amiss ?? [])
    amiss.push(...found)
    const failed = played.filter(({ end }) => end !== null)
    cutsOfAll += failed.length
    rows.push([
      isWhole ? `${name}, each byte` : name,
      line,
      ways.map((way) => ends[line][way].at(-1) ?? 0).join(' + '),
      ways.map((way) => ends[line][way].length).join(' + '),
      String(failed.length),
      ...firstEnds.map((end) => String(failed.filter((one) => one.end === end).length)),
      isWhole ? String(dividedOf(ends[line], failed)) : '',
      String(found.length),
    ])
    console.log(rows.at(-1)?.join(', '))
    for (const sentence of found) console.error(sentence)
  }
}
amiss.push(...(await findingsIn(stage)))
await stage.wires.browser.close()
await stage.server.close()
rmSync(dataDir, { recursive: true, force: true })
const seconds = Math.round((performance.now() - begunAtMs) / 1000)

process.exitCode = amiss.length > 0 ? 1 : 0
const table = printTable(
  ['call', 'line to', 'bytes there + back', 'messages', 'cuts', ...firstEnds, 'divided', 'amiss'],
  rows,
)
saveResult(
  'wire',
  table,
  `Seed ${values.seed}, ${cutsOfAll} cuts in ${seconds} s. A cut is a reset or a half-close, ${step > 0 ? `which is drawn, after every ${step} bytes from a drawn one on` : `before the first byte, before and behind the last of each message, behind its first and in its middle${values.share === '1' ? '' : `, a share of ${values.share} of these places, drawn`}`}; of a call marked so, both after each byte. A message is one of PostgreSQL's protocol, or head or body of a request or reply; the receiver does nothing before it is whole. Divided are messages within which not all cuts of a kind ended alike, which says whether that holds. Each cut to the database is of a new connection, on which no statement is prepared; repeats take others. How the first attempt ended: no whole answer; half a request refused as unreadable (400); 503 with Retry-After; answered. Its repeats under the same key came to the same answer, ledger, records, notices and mails as on whole lines; amiss is what did not. At the end the checks of \`npm run verify\` found ${amiss.length === 0 ? 'nothing' : 'what the command printed'}. Silence and delays are in tests/faults/wire.test.ts. Other programs ran on the machine.`,
)

type Ended = Awaited<ReturnType<typeof playCuts>>

/** How many messages there are within which the cuts of one kind did not all end alike. */
function dividedOf(ends: Record<'there' | 'back', number[]>, played: Ended): number {
  const kinds = ways.flatMap((way) => both.map((failure) => ({ way, failure })))
  const isDivided = ({ way, failure }: (typeof kinds)[number], end: number, begin: number) => {
    const inside = played.filter(
      ({ cut }) => cut.way === way && cut.failure === failure && cut.after > begin && cut.after < end,
    )
    return new Set(inside.map((one) => one.end)).size > 1
  }
  return kinds.reduce(
    (sum, kind) => sum + ends[kind.way].filter((end, n) => isDivided(kind, end, ends[kind.way][n - 1] ?? 0)).length,
    0,
  )
}
