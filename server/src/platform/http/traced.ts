import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Traces } from '../traces/traces.ts'
import { addressesOf, type IsTrusted } from './network.ts'

/** Each call under /api is a span from its first byte to the last of its reply, named by its route. Health checks have none. */
export function traceCalls(app: FastifyInstance, traces: Traces, isTrusted: IsTrusted): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, next) => {
    const route = request.routeOptions.url
    if (route?.startsWith('/api/') && !route.startsWith('/api/health/'))
      spans.set(request, beginSpan(traces, { request: request.raw, id: request.id, route, isTrusted }))
    next()
  })
  app.addHook('preHandler', (request, _reply, next) => {
    const span = spans.get(request)
    if (span) span.within(next)
    else next()
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500 ? String(statusCode) : undefined)
  })
  app.addHook('onRequestAbort', async (request) => spans.get(request)?.end('the caller left'))
}

/** It joins the trace that the call names, if a trusted proxy has forwarded it. */
export function beginSpan(
  traces: Traces,
  call: { request: IncomingMessage; id: string; route: string; isTrusted: IsTrusted },
): Span {
  const { request, id, route, isTrusted } = call
  const { method = '', headers } = request
  const isForwarded = addressesOf(request, isTrusted).length > 1
  return traces.begin(`${method} ${route}`, {
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route, 'bittkosh.request_id': id },
    ...(isForwarded && typeof headers['traceparent'] === 'string' && { cause: headers['traceparent'] }),
  })
}
