/**
 * Sends kept replies to polls before Fastify sees the call, because its routing and hooks cost more than everything here
 * (docs/performance.md#polls). What every call goes through happens here too: rate limits, headers, metrics, traces.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { withinBudget } from '../budget.ts'
import { isToRenew } from '../identity/sessions.ts'
import type { Services } from '../services.ts'
import { isInBackground } from './headers.ts'
import { type Limiter, limitOf } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { addressesOf, type IsTrusted } from './network.ts'
import { hasTagged, type KeptReply, keyOf } from './polls.ts'
import { JSON_TYPE, routeOf, statusOf } from './reply.ts'
import { beginSpan } from './traced.ts'

const CATCH_UP_WITHIN_MS = 400 // a longer reading comes too late for a kept reply; the call then has the rest of its 8 s

type Binding = {
  services: Services
  limiter: Limiter
  metrics: Metrics | null
  isTrusted: IsTrusted
  idOf: (request: IncomingMessage) => string
  /** Those of every reply. */
  headers: Record<string, string>
}

/** A listener in front of `next`, which receives every call for which no reply is kept. */
export function sendKept(
  { services: { polls, clock, traces }, limiter, metrics, isTrusted, idOf, headers }: Binding,
  next: RequestListener<typeof IncomingMessage, typeof ServerResponse>,
): typeof next {
  const fixed = Object.entries({ ...headers, 'cache-control': 'no-store' }).flat()

  return (request, response) => {
    const key = keyOf(request)
    if (key === null) return next(request, response)
    const answer = () => {
      const kept = take(key, request)
      if (kept) send(kept, request, response)
      else next(request, response)
    }
    // A program that is too busy to read the others' changes in time must not send all polls to the database.
    const overdue = polls.catchUp(key)
    if (overdue) void withinBudget(overdue, { budgetMs: CATCH_UP_WITHIN_MS }).then(answer, answer)
    else answer()
  }

  /** A kept reply, once the call is counted. The route renews sessions and refuses calls beyond the limit. */
  function take(key: string, request: IncomingMessage): KeptReply | undefined {
    const at = clock.now()
    const kept = polls.find(key, at)
    if (!kept || (!isInBackground(request) && isToRenew(kept.member.seenAt, at))) return undefined
    const address = addressesOf(request, isTrusted).at(-1) ?? ''
    return limiter.allows({ ...limitOf(kept.endpoint), address, user: kept.member, at }) ? kept : undefined
  }

  function send({ endpoint, etag, text }: KeptReply, request: IncomingMessage, response: ServerResponse): void {
    const begunMs = performance.now()
    const id = idOf(request)
    const route = routeOf(endpoint)
    const span = traces && beginSpan(traces, { request, id, route, isTrusted })
    const isKnown = hasTagged(request, etag)
    const status = isKnown ? 304 : statusOf(endpoint)
    const head = [...fixed, 'x-request-id', id, 'etag', etag]
    if (!isKnown) head.push('content-type', JSON_TYPE, 'content-length', String(Buffer.byteLength(text)))
    response.writeHead(status, head).end(isKnown ? undefined : text)
    metrics?.answered({ method: 'GET', route, status, seconds: (performance.now() - begunMs) / 1000 })
    span?.set({ 'http.response.status_code': status })
    span?.end()
  }
}
