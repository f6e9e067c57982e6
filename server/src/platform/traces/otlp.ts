/** Traces over OTLP. Imported only if OTEL_EXPORTER_OTLP_ENDPOINT is set: its packages take memory. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../../config.ts'
import { withinBudget } from '../budget.ts'
import type { Log } from '../log.ts'
import type { Attributes, Span, Traces } from './traces.ts'

const WAITING_MAX = 4_096 // spans of about 1 kB each, so that the program does not grow while a collector is away
const SEND_EVERY_MS = 2_000
const CLOSE_WITHIN_MS = 5_000 // of the 20 s that a stop may take (main.ts)
const SAY_EVERY_MS = 60_000

/** Spans are sent in the background, up to a limit of waiting ones; the log counts those that are dropped. */
export function openTraces(
  { url, service, share }: NonNullable<Config['collector']>,
  log: Log,
  closeWithinMs = CLOSE_WITHIN_MS,
): Traces {
  const processor = boundedProcessor(new OTLPTraceExporter({ url }), log, closeWithinMs)
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service })),
    // The caller has already decided for its whole trace.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('bittkosh')
  const current = new AsyncLocalStorage<Context>()
  const contexts = new WeakMap<Span, Context>()

  function open(name: string, options: { kind?: SpanKind; attributes?: Attributes }, parent: Context): Span {
    const recorded = tracer.startSpan(name, options, parent)
    const context = trace.setSpan(parent, recorded)
    const span: Span = {
      within: (work) => current.run(context, work),
      set: (attributes) => void recorded.setAttributes(attributes),
      end(error) {
        if (error !== undefined) recorded.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', error)
        recorded.end()
      },
    }
    contexts.set(span, context)
    return span
  }

  return {
    begin: (name, { kind, attributes = {}, cause } = {}) =>
      open(name, { kind: kindOf(kind), attributes }, causedBy(cause)),
    part(name, { kind, attributes = {}, whole } = {}) {
      const parent = whole ? contexts.get(whole) : current.getStore()
      if (!parent || !isSent(parent)) return null // parts are sent with the whole or not at all
      return open(name, { kind: kindOf(kind), attributes }, parent)
    },
    close: () => provider.shutdown(),
  }
}

function isSent(context: Context): boolean {
  return ((trace.getSpanContext(context)?.traceFlags ?? TraceFlags.NONE) & TraceFlags.SAMPLED) !== 0
}

function kindOf(kind: 'server' | 'client' | undefined): SpanKind {
  if (kind === undefined) return SpanKind.INTERNAL
  return kind === 'server' ? SpanKind.SERVER : SpanKind.CLIENT
}

/** W3C Trace Context: version, trace, span, flags. Any other value starts a new trace. */
function causedBy(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(traceparent ?? '') ?? []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return ROOT_CONTEXT
  const cause: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, cause)
}

const SENT = 0 // ExportResultCode.SUCCESS of @opentelemetry/core

/**
 * The library's batches, behind a bound that counts: the library itself drops spans above its limit and reports them only
 * in its debug log. While spans are lost, one line a minute says how many, and a last one how many were left at the stop.
 */
function boundedProcessor(exporter: SpanExporter, log: Log, closeWithinMs: number): SpanProcessor {
  let waiting = 0
  let lost = 0
  let saidAtMs = Number.NEGATIVE_INFINITY
  const say = (error?: Error) => {
    log.warn({ count: lost, ...(error && { err: error }) }, 'spans of traces did not reach their collector')
    lost = 0
    saidAtMs = performance.now()
  }
  const lose = (count: number, error?: Error) => {
    lost += count
    if (performance.now() - saidAtMs >= SAY_EVERY_MS) say(error)
  }
  const counting: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        waiting -= spans.length
        if (result.code !== SENT) lose(spans.length, result.error)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: WAITING_MAX,
    scheduledDelayMillis: SEND_EVERY_MS,
  })
  return {
    onStart: () => {},
    onEnd(span) {
      if (waiting >= WAITING_MAX) return lose(1)
      waiting++
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    async shutdown() {
      await withinBudget(batches.shutdown(), { budgetMs: closeWithinMs }).catch(() => {})
      lost += waiting
      if (lost > 0) say()
    },
  }
}
