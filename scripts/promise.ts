/**
 * `npm run test:promise`: the whole suite again and again, each time on another date of the machine's clock, two at a time.
 * Prints a row for each and exits 1 if anything failed.
 *
 *   npm run test:promise                  ten whole runs, on the ten dates below
 *   npm run test:promise -- --runs 2      only the first two, concurrently
 *   npm run test:promise -- --date 2028-02-29T12:00:00Z --part unit server/src/statistics      a slice
 *
 * An odd last date runs beside one with the machine's own date; `--alone` runs one at a time. The runs' output is stored in
 * the folder that is printed first. Debian's `faketime` (apt-get install faketime) sets the date for every process of a run
 * but the browsers, whose pages get it from the journeys (`enter` in tests/support/people.ts). Files need one `--part`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'

// Midnight in India is 18:30 UTC: a run that starts some minutes earlier passes through it.
const DATES = [
  '2027-03-31T18:26:00Z', // into a new financial year
  '2027-02-28T18:20:00Z', // into March of a common year
  '2028-02-29T12:00:00Z', // a leap day
  '2026-12-31T18:29:00Z', // into a new year in India
  '2027-01-01T00:00:00Z', // a new year everywhere
  '2027-01-03T09:00:00Z', // a Sunday
  '2027-04-30T18:20:00Z', // into a new month
  '2026-11-22T18:28:00Z', // into any other day
  '2027-04-01T06:00:00Z', // the first day of a financial year
  '2027-10-31T23:59:00Z', // over midnight in UTC, at the end of a month
]
const REAL_DATE = "the machine's own date"
const PARTS: Record<string, string[]> = { unit: ['vitest', 'run'], journeys: ['playwright', 'test'] }

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: String(DATES.length) },
    date: { type: 'string', multiple: true },
    part: { type: 'string', multiple: true, default: Object.keys(PARTS) },
    alone: { type: 'boolean', default: false },
  },
})
const dates = (values.date ?? DATES).slice(0, Number(values.runs))
const folder = mkdtempSync(join(tmpdir(), 'promise-'))
chmodSync(folder, 0o755) // if started by root, PostgreSQL runs as another user, who needs access

if (spawnSync('faketime', ['--version']).error) {
  console.error('The program `faketime` is missing: apt-get install faketime')
  process.exit(1)
}
console.log(`The output of the runs is in ${folder}`)
const together = values.alone ? 1 : 2
const runs = [...dates, ...Array<string>(dates.length % together).fill(REAL_DATE)]
const rows: object[] = []
for (let first = 0; first < runs.length; first += together) {
  const pair = runs.slice(first, first + together)
  console.log(`Of ${runs.length} runs: ${pair.map((date, n) => `${first + n + 1} from ${date}`).join(' beside ')}`)
  rows.push(...(await Promise.all(pair.map((date, n) => run(`${first + n + 1}`, { date, beside: pair[1 - n] })))))
  console.table(rows)
}

/**
 * One run, with a folder of its own for temporary files: its PostgreSQL is its own and has its date. Servers run as another
 * user than root and also open what faketime shares among its processes.
 */
async function run(name: string, { date, beside }: { date: string; beside: string | undefined }) {
  const share = ['sh', '-c', 'chmod a+rw /dev/shm/*faketime_*_$PPID && exec "$@"', 'sh']
  const prefix = date === REAL_DATE ? [] : ['faketime', date.replace('T', ' ').replace('Z', ''), ...share]
  const temporary = join(folder, name)
  mkdirSync(temporary)
  const begunMs = performance.now()
  const failed: string[] = []
  const said: string[] = []
  for (const part of values.part) {
    const log = join(folder, `${name}-${part}.log`)
    if ((await follow([...prefix, 'npx', ...(PARTS[part] ?? []), ...files], { log, temporary })) !== 0)
      failed.push(part)
    said.push(...countsIn(readFileSync(log, 'utf8')))
  }
  rmSync(temporary, { recursive: true, force: true })
  if (failed.length > 0) process.exitCode = 1
  const result = failed.length === 0 ? 'green' : `RED: ${failed.join(' and ')}`
  const seconds = Math.round((performance.now() - begunMs) / 1000)
  return { date, ...(beside && { beside }), result, seconds, tests: said.join(', ') }
}

function follow(
  [command = '', ...args]: string[],
  { log, temporary }: { log: string; temporary: string },
): Promise<number | null> {
  const lines = openSync(log, 'w')
  const { JOURNEY_PORT: _, JOURNEY_DATA_DIR: __, ...inherited } = process.env
  const own = { TMPDIR: temporary, TZ: 'UTC', NO_COLOR: '1' }
  // Timers run at the machine's speed, and files keep their real times.
  const real = { FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' }
  const child = spawn(command, args, { env: { ...inherited, ...own, ...real }, stdio: ['ignore', lines, lines] })
  return new Promise((ended) =>
    child.once('close', (code) => {
      closeSync(lines)
      ended(code)
    }),
  )
}

/** The totals that vitest and Playwright print at the end: '1203 passed', '1 failed', '2 flaky'. */
function countsIn(log: string): string[] {
  const plain = stripVTControlCharacters(log)
  const vitest = /^ +Tests +(.*?) \(\d+\)$/m.exec(plain)?.[1]
  const playwright = [...plain.matchAll(/^ +(\d+ (?:passed|failed|flaky|did not run))\b/gm)].map(([, count]) => count)
  return [vitest, ...playwright].filter((count) => count !== undefined)
}
