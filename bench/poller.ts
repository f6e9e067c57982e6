/**
 * A process that simulates many open apps (bench/poll-sockets.ts): a socket for each token, on which it polls the bell once in each
 * period, at a time of its own. A latency counts from the time at which the poll was due, so a late poll does not make the next
 * ones look fast.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Line, openLine } from './line.ts'

const BELL = '/notifications/unread-count'
const TICK_MS = 2

/** Opens a share of the sockets in each of the first periods, and reports the others. */
export type PollOrder = { address: string; tokens: string[]; periodMs: number; opening: number; periods: number }
/** `unavailable`: a 503, or the end of the connection; an app then waits for its next turn. */
export type PollCounts = {
  unchanged: number
  unavailable: number
  perSecond: number
  clientMicros: number
  latencies: number[]
}

type App = { line: Line | undefined; etag: string | undefined; before: Promise<unknown> }
let apps: App[] = []
process.on('message', (wish: PollOrder) => void poll(wish).then((told) => process.send?.(told)))

async function poll({ address, tokens, periodMs, opening, periods }: PollOrder): Promise<PollCounts> {
  const count = tokens.length
  if (opening > 0) apps = tokens.map(() => ({ line: undefined, etag: undefined, before: Promise.resolve() }))
  const latencies: number[] = []
  let unchanged = 0
  let unavailable = 0

  async function ask(app: App, n: number, isCounted: boolean): Promise<void> {
    const { status, etag } = await get(app, tokens[n % count] ?? '').catch(() => {
      app.line = undefined
      return { status: 503, etag: undefined }
    })
    if (status !== 200 && status !== 304 && status !== 503) throw new Error(`${BELL} answered ${status}`)
    app.etag = etag ?? app.etag
    if (!isCounted) return
    if (status === 304) unchanged++
    if (status === 503) unavailable++
    latencies.push(performance.now() - dueAt(n))
  }

  async function get(app: App, token: string) {
    app.line ??= await openLine(new URL(address))
    return app.line.get({ path: BELL, token, etag: app.etag })
  }

  const startedAt = performance.now()
  const dueAt = (n: number) => startedAt + (n * periodMs) / count
  let cpu = process.cpuUsage()
  for (let n = 0; n < count * periods;) {
    if (n === count * opening) cpu = process.cpuUsage()
    if (dueAt(n) > performance.now()) await wait(TICK_MS)
    else {
      const [app, period] = [apps[n % count]!, Math.floor(n / count)]
      const due = n++
      if ((due % count) % Math.max(opening, 1) <= period)
        app.before = app.before.then(() => ask(app, due, period >= opening))
    }
  }
  await Promise.all(apps.map(({ before }) => before))
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (performance.now() - dueAt(count * opening)) / 1000
  return { unchanged, unavailable, perSecond: latencies.length / seconds, clientMicros: user + system, latencies }
}
