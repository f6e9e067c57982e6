/**
 * `npm run bench` without a subject: runs the benches that have a goal, one after another, and prints for each its last result, the
 * new one and the goal. It takes hours; the row of a bench that can't run here (a tool is missing) gives the reason.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { printTable } from './table.ts'

/** The worst value in `column` over the rows of a result that begin with `row`. */
type Headline = {
  subject: string
  /** Arguments and settings after the subject, and the name of its result if that differs. */
  argument?: string
  env?: NodeJS.ProcessEnv
  saved?: string
  row?: readonly string[]
  column: string
} & ({ atMost: number } | { atLeast: number })

const referred = { subject: 'interest', env: { INTEREST_REFERRED: '3' }, saved: 'interest-referred' }
const headlines: Headline[] = [
  { subject: 'money', row: ['BittPay verify, 16 clients'], column: 'both ÷ pgbench', atMost: 9 },
  { subject: 'money', row: ['BittPay verify, 16 clients'], column: '÷ pgbench', atLeast: 0.12 },
  { subject: 'money', row: ['BittPay verify, 16 clients'], column: 'p99 ms', atMost: 30 },
  { subject: 'polls', row: ['kept'], column: '÷ bare', atMost: 3 },
  { subject: 'poll-sockets', column: 'p99 ms', atMost: 100 },
  { subject: 'interest', row: ['the nightly job'], column: '× floor', atMost: 1.3 },
  { ...referred, row: ['the nightly job'], column: '× floor', atMost: 1.5 },
  { subject: 'history', argument: '10000000', row: ['GET /transactions', 'deepest'], column: '× first', atMost: 1.5 },
  { subject: 'depth', row: ['deepest'], column: '÷ first', atMost: 1.5 },
  { subject: 'lists', column: 'p99 ms', atMost: 200 },
  { subject: 'lists', row: ['search of users'], column: 'p99 ms', atMost: 50 },
  { subject: 'reports', column: 'p99 ms', atMost: 200 },
  { subject: 'transactions', row: ['/transactions'], column: 'p99 ms', atMost: 50 },
  { subject: 'lighthouse', row: ['/'], column: 'points', atLeast: 98 },
  { subject: 'lighthouse', row: ['/'], column: 'LCP (s)', atMost: 2.5 },
  { subject: 'slow-network', row: ['/dashboard'], column: 'usable after (s)', atMost: 6 },
  { subject: 'start', row: ['warm'], column: 'ready after (ms)', atMost: 3000 },
  { subject: 'start', row: ['warm'], column: 'memory of Node (MB)', atMost: 150 },
  { subject: 'interest-decade', column: 'off by more than nothing', atMost: 0 },
  { subject: 'strategies', column: 'made money', atMost: 0 },
  { subject: 'hostile', column: 'findings', atMost: 0 },
  ...['crash', 'catch-up', 'migrations', 'disk-full', 'failover', 'standbys', 'simulation', 'wire', 'pooler'].map(
    (subject) => ({
      subject,
      column: 'amiss',
      atMost: 0,
    }),
  ),
]

const runs = Map.groupBy(headlines, ({ subject, saved = subject }) => saved)
const rows: string[][] = []
for (const [saved, ofRun] of runs) {
  const before = lastResult(saved)
  const startedAt = Date.now()
  const failed = await run(ofRun[0]!)
  const last = failed ? undefined : lastResult(saved)
  const after = last && last.writtenAt >= startedAt ? last : undefined
  for (const headline of ofRun) {
    const value = after && figureIn(after.text, headline)
    const [sign, goal] = 'atMost' in headline ? ['≤', headline.atMost] : ['≥', headline.atLeast]
    const isReached = value !== undefined && (sign === '≤' ? value <= goal : value >= goal)
    const earlier = before && figureIn(before.text, headline)
    rows.push([
      [saved, headline.row?.join(', ')].filter(Boolean).join(': '),
      headline.column,
      `${sign} ${goal}`,
      earlier === undefined ? '–' : `${earlier} (${before?.day})`,
      failed ?? String(value ?? 'no figure'),
      value === undefined ? 'not measured' : isReached ? '' : 'missed',
    ])
  }
}
printTable(['bench', 'figure', 'goal', 'before', 'now', ''], rows)

/** Runs a bench with its output shown; returns the reason if it failed. */
function run({ subject, argument, env }: Headline): Promise<string | undefined> {
  const words = [subject, ...(argument ? [argument] : [])]
  console.log(`\nnpm run bench -- ${words.join(' ')}`)
  const child = spawn(process.execPath, [new URL('run.ts', import.meta.url).pathname, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    process.stderr.write(text)
    said += text
  })
  return new Promise((ended) => {
    child.once('close', (exit) => {
      const reason = /^\S*Error: .*/m.exec(said)?.[0] ?? said.trim().split('\n').at(-1)
      ended(exit === 0 ? undefined : `failed: ${reason}`)
    })
  })
}

function lastResult(subject: string): { day: string; text: string; writtenAt: number } | undefined {
  const folder = new URL('results/', import.meta.url)
  const file = readdirSync(folder)
    .filter((name) => name.slice('2026-01-01-'.length) === `${subject}.md`)
    .toSorted()
    .at(-1)
  if (!file) return undefined
  const place = new URL(file, folder)
  return { day: file.slice(0, 10), text: readFileSync(place, 'utf8'), writtenAt: statSync(place).mtimeMs }
}

function figureIn(text: string, { row = [], column, ...goal }: Headline): number | undefined {
  let at = -1
  const found: number[] = []
  for (const line of text.split('\n')) {
    const cells = line.startsWith('| ')
      ? line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim())
      : undefined
    if (!cells) at = -1
    else if (at < 0) at = cells.indexOf(column) < 0 ? cells.length : cells.indexOf(column)
    else if (row.every((begin, n) => cells[n] === begin || cells[n]?.startsWith(`${begin}: `)))
      found.push(Number.parseFloat(cells[at]?.replaceAll(',', '') || 'NaN'))
  }
  const figures = found.filter((figure) => !Number.isNaN(figure))
  if (figures.length === 0) return undefined
  return 'atMost' in goal ? Math.max(...figures) : Math.min(...figures)
}
