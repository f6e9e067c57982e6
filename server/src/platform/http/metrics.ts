/** Serves figures of this process in Prometheus text format, on a port that only the operator's network can reach. */
import { createServer, type Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { onlyRow } from '../database/database.ts'
import type { Services } from '../services.ts'
import { sql } from '../database/sql.ts'
import { codeOf, StartError } from '../start-error.ts'

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Metrics = {
  /** Counts a finished call. `route` is the pattern, never an address with ids in it. */
  answered(call: { method: string; route: string; status: number; seconds: number }): void
  text(): Promise<string>
  close(): void
}

export function makeMetrics({ db, reads }: Pick<Services, 'db' | 'reads'>, pool: pg.Pool): Metrics {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const calls = new Map<string, number>()
  const durations = { buckets: BUCKETS_S.map(() => 0), sum: 0, count: 0 }
  return {
    answered({ method, route, status, seconds }) {
      const labels = `method="${method}",route="${route}",status="${status}"`
      calls.set(labels, (calls.get(labels) ?? 0) + 1)
      durations.sum += seconds
      durations.count++
      BUCKETS_S.forEach((limit, n) => {
        if (seconds <= limit) durations.buckets[n] = (durations.buckets[n] ?? 0) + 1
      })
    },
    async text() {
      const { rows } = await sql<{ mails: bigint; texts: bigint; losses: bigint; doubts: bigint }>`
        select count(*) filter (where channel = 'mail') as mails, count(*) filter (where channel = 'sms') as texts,
               (select count(*) from ledger_losses where confirmed_at is null) as losses,
               (select count(*) from trusted_date
                 where doubted_at is not null
                   and coalesce(doubted_seen_at > clock_timestamp() - interval '10 minutes', true)) as doubts
          from outbox where sent_at is null and given_up_at is null`.execute(db)
      const waiting = onlyRow(rows, 'messages that wait')
      const memory = process.memoryUsage()
      const lag = delay.percentile(99) / 1e9
      delay.reset()
      return [
        ...counter('bittkosh_http_requests_total', 'Answered calls', [...calls]),
        '# HELP bittkosh_http_duration_seconds Time to answer',
        '# TYPE bittkosh_http_duration_seconds histogram',
        ...BUCKETS_S.map((limit, n) => `bittkosh_http_duration_seconds_bucket{le="${limit}"} ${durations.buckets[n]}`),
        `bittkosh_http_duration_seconds_bucket{le="+Inf"} ${durations.count}`,
        `bittkosh_http_duration_seconds_sum ${durations.sum}`,
        `bittkosh_http_duration_seconds_count ${durations.count}`,
        ...gauge('bittkosh_memory_bytes', 'Resident memory', memory.rss),
        ...gauge('bittkosh_heap_bytes', 'Used heap', memory.heapUsed),
        ...gauge('bittkosh_uptime_seconds', 'Time since the start', Math.round(process.uptime())),
        ...gauge('bittkosh_event_loop_delay_p99_seconds', 'Since the last reading', Number.isFinite(lag) ? lag : 0),
        ...gauge('bittkosh_database_connections', 'Open connections', pool.totalCount),
        ...gauge('bittkosh_database_connections_idle', 'Idle connections', pool.idleCount),
        ...gauge('bittkosh_database_waiting', 'Calls that wait for a connection', pool.waitingCount),
        ...counter(
          'bittkosh_reads_apart_total',
          'Reads that a standby may answer, by the server chosen',
          Object.entries(reads.counts).map(([server, count]) => [`server="${server}"`, count]),
        ),
        ...gauge('bittkosh_mails_waiting', 'Mails that were not sent yet', Number(waiting.mails)),
        ...gauge('bittkosh_texts_waiting', 'Short messages that were not sent yet', Number(waiting.texts)),
        ...gauge('bittkosh_losses_open', 'Losses of commits that no operator has confirmed', Number(waiting.losses)),
        ...gauge('bittkosh_date_doubted', 'Whether the date waits for an admin to confirm it', Number(waiting.doubts)),
        '',
      ].join('\n')
    },
    close: () => delay.disable(),
  }
}

export function observe(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
}

/** Throws a StartError if the port is not available. */
export async function listenForMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', (error) =>
      failed(
        new StartError(
          `METRICS_PORT ${port} cannot be used (${codeOf(error)}). Set it to a free port, or leave it out.`,
        ),
      ),
    )
    server.listen(port, host, listening)
  })
  return server
}

function gauge(name: string, help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`]
}

function counter(name: string, help: string, values: readonly [labels: string, value: number][]): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} counter`,
    ...values.map(([labels, value]) => `${name}{${labels}} ${value}`),
  ]
}
